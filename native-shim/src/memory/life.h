/* Where memory of the program ends, or is changed as a whole: blocks, pages, stacks, thread-local variables. */
#ifndef HEDDLE_LIFE_H
#define HEDDLE_LIFE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A block of this many bytes, as asked for, is about to be freed: everything that was done to it has to come before. */
void memory_free(uint64_t address, uint64_t size, uint64_t site);

/* Something is about to be done to these pages as a whole, or to a stack. */
enum memory_change {
    MEMORY_ENDS,    /* their life ends, as that of a heap block */
    MEMORY_CHANGES, /* what they hold, or who may read them */
    MEMORY_KEEPS,   /* what they hold must stay as it is from now on */
};
void memory_change(uint64_t address, uint64_t size, uint64_t site, enum memory_change change);

/* The running thread's functions have all returned: what they have left on its stack is nobody's any more. Before that is announced, this
 * many bytes of the stack are to be left as they are, below the caller: others may still use them, or write there. */
uint64_t memory_left_on_stack(void);
void memory_leave_stack(uint64_t site);
void memory_leave_thread_local(uint64_t site); /* the running thread uses its thread-local variables no more */

/* Calls of the same function from here on have their frames so much deeper. */
#define leave_room(bytes)                             \
    do {                                              \
        void *room_ = __builtin_alloca(bytes);        \
        __asm__ volatile("" : "+r"(room_)::"memory"); \
    } while (0)

#endif
