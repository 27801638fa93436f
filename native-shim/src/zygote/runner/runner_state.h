/* What the runner keeps, in memory that is never put back; and how an execution leaves it. */
#ifndef HEDDLE_RUNNER_STATE_H
#define HEDDLE_RUNNER_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wire.h"

#define PAGE 4096ull
#define MOST_SAVED 16384u /* pages: who changes more is forked */
#define SAVED_SLOTS (4 * MOST_SAVED)
#define MOST_TRACKED 1024u
#define MOST_FILES 1024
#define MOST_MAPPINGS 256u
#define STACK_ROOM (256u << 10)

struct span {
    uint64_t start, end;
};

/* Memory, see runner_memory.c. */
struct memory {
    uint32_t tracked_count, saved_count;
    uint32_t rounds; /* how often it has been put back */
    struct tracked {
        struct span span;
        int rights; /* what the pages may be used for */
    } tracked[MOST_TRACKED];
    struct saved {
        uint64_t page; /* its address */
        bool zero;     /* it held zeros: there is no copy */
        uint8_t idle;  /* how often in a row it was seen unchanged */
    } saved[MOST_SAVED];
    uint32_t slots[SAVED_SLOTS]; /* number in `saved` + 1, by the page's hash; 0: free */
};

struct kernel_action { /* as rt_sigaction has it */
    void *handler;
    uint64_t flags;
    void *restorer;
    uint64_t mask;
};

/* What the kernel keeps of the process, see runner_undo.c. */
struct kernel_state {
    uint64_t files[MOST_FILES / 64]; /* a bit for each descriptor that the execution has opened */
    bool has_files;
    uint32_t mapping_count; /* that the execution has made */
    struct span mappings[MOST_MAPPINGS];
    uint64_t actions_changed; /* bit n - 1: the disposition of signal n */
    struct kernel_action actions[64];
    uint64_t mask, hidden; /* before any execution; of SIGSEGV and SIGSYS those that the program believes to block */
    bool mask_changed;
    uint64_t end_of_data; /* before any execution */
    bool end_changed;
    bool wrote, read; /* to some descriptor */
};

enum { DISPATCH_ALLOW = 0, DISPATCH_BLOCK = 1 }; /* as syscall user dispatch has them */

/* Never lies in memory that is put back. */
struct runner {
    void *caller; /* where to go on when the execution is over; NULL: none is under way */
    volatile uint8_t selector; /* of syscall user dispatch */
    int status;
    enum heddle_fallback fallback;
    long fallback_call;
    struct memory memory;
    struct kernel_state kernel;
    _Alignas(64) char stack[STACK_ROOM];
    _Alignas(64) char signal_stack[STACK_ROOM];
    _Alignas(4096) char copies[MOST_SAVED][PAGE];
};
extern struct runner *runner;

bool runner_state_reserve(void); /* once, in the zygote; false: there is no memory */

/* Ends the execution: it is over (NONE), or has to be run again in a fork. */
_Noreturn void runner_leave(enum heddle_fallback fallback, long call);

#endif
