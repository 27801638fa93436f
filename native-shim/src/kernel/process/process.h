#ifndef HEDDLE_PROCESS_H
#define HEDDLE_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

/* In the zygote: finds out what a process that ends has to do. */
void process_prepare(void);

/* The address of the program's main; set once, before the zygote serves. */
extern uint64_t process_main;

/* main has returned. */
_Noreturn void process_return(int status);

/* heddle_assume failed: the execution ends and does not count. */
_Noreturn void process_give_up(uint64_t site);

/* Something is about to end the process by abort: what happens until then is not the program's. */
void process_dies(uint64_t site);

/* A signal that was asked for ends the process. */
_Noreturn void process_ends_by_request(uint64_t site);

/* Another program is about to take the place of this one. */
void process_is_replaced(uint64_t site);

/* heddle_assert failed. */
void process_fail(const char *expression, const char *file, int line, const char *function);

/* Before libc starts the program: takes over what the dynamic linker wants to be called in the end, which runs the destructors of all
 * modules; whether libc is not to call it. */
bool process_runs_destructors(void (*destructors)(void));

#endif
