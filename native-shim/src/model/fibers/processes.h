/* Processes that the program has forked and that are part of the execution. Each is a process of the kernel's, so that its memory, its
 * descriptors and what libc keeps are its own as natively. What the runtime has, its variables too, all of them share: there is one
 * scheduler, one trace and one table of objects. One process runs at any time; the others wait for their turns. Switching to a fiber
 * of another process hands the turn over.
 *
 * An event is executed in the process of its fiber, for it may look at the memory of that process. */
#ifndef HEDDLE_PROCESSES_H
#define HEDDLE_PROCESSES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/compiler.h"
#include "model/fibers/process_ends.h"
#include "model/runtime.h"

#define MOST_PROCESSES 64u /* in one execution, the first one among them */

struct process {
    pid_t pid;
    uint32_t parent;
    uint32_t leader; /* id of the thread that it has begun with */
    uint32_t forker; /* id of the parent's thread that hears of its children, see parent_end.c */
    uint32_t turn; /* whether it may run; see processes.c */
    uint32_t ended_as; /* how many children of its parent's had ended when it had; 0: it has not */
    int32_t group, session; /* see process_groups.h */
    bool reaped; /* its parent has waited for it */
    bool gone; /* its children know that it has ended */
    bool over; /* it does nothing any more, and leaves the kernel */
    uint32_t ender; /* id of the thread that has ended it beside others; its leader then does the rest. 0: none has */
    int32_t status; /* with which, or minus the number of the signal that has killed it */
};

/* How the execution goes on, for what is above this room. */
struct process_hooks {
    void (*execute)(void); /* the event of rt.executes, in its process */
    void (*arrived)(void); /* the turn has come from another process */
    /* Of a variable of the runtime: whether it stands for something that each process has for itself. */
    bool (*is_of_each)(uint64_t variable);
};
extern struct process_hooks process_hooks;

struct process *process_number(uint32_t number);
uint32_t processes_count(void); /* the first one among them */
uint32_t number_of(const struct process *process);
struct process *process_of(pid_t pid); /* the last one with this number of the kernel's; NULL: none had it */

/* The running process is about to fork for the first time: the runtime's memory becomes that of all. False where that cannot be. */
bool processes_begin(void);

/* A new one, with its number; 0 where there are too many. Before the kernel makes it. */
uint32_t processes_add(uint32_t parent, uint32_t leader);

/* The running process forks the one of this number, so that the new one knows of it; 0: it has done so. */
void processes_fork(uint32_t number);

/* In a new process: the number that it has been forked with; 0: it is no part of the execution. */
uint32_t processes_forked_as(void);

/* In the new process: waits for its first turn. */
void processes_enter(uint32_t number);

/* The turn goes to the process of `to`. Returns when it has come back: rt.current then is the fiber that is to run. */
void processes_switch(const struct fiber *from, const struct fiber *to);

/* The running process, which is not the first one, ends with this status, or by the signal that it is minus the number of: no event of it
 * follows. rt.current is who runs next. */
_Noreturn void processes_leave(int status);

/* Whether a child of the process has ended that nobody has waited for: the one of this number, 0 for any, or IN_GROUP and a group (see
 * process_groups.h) for any of that. */
bool processes_child_ended(uint32_t parent, uint32_t which);
#define IN_GROUP MOST_PROCESSES

/* Whether another one may still do something. One that has ended counts until it has been waited for: no event of the caller's depends on
 * its end. */
bool processes_others_live(void);

/* Whether no other thread of its process, but for timers, has still to end. */
bool processes_end_with(const struct fiber *fiber);

/* What a process has at this address, up to 8 bytes; false where that cannot be read from here. */
bool processes_read(uint32_t number, uint64_t address, uint64_t size, uint64_t *value);

/* What has this name, likewise, where it may be read at all. */
bool processes_value(uint64_t name, uint64_t size, uint64_t *value);

/* The execution is over: the first process ends with this status. Returns in the first process. */
void processes_end(int status);

/* Whether the process with this number of the kernel's is one of them. */
bool processes_has(pid_t pid);

/* What a descriptor of the process, which may be another one, is ready for, as poll tells; of a process that is still to be made, its
 * parent's. POLLNVAL where it has none of this number. */
short processes_poll(uint32_t number, int descriptor, short events);

/* Whether each process has memory of its own at this address. */
bool processes_is_own(uint64_t address);

/* Whether the running process is not the first one. */
static inline bool is_of_forked(void) { return UNLIKELY(rt.processes) && rt.current->process; }

/* The name of what lies at an address of the running process: the address, or where each process has something else there, a number made
 * of both. A name is its own name. */
uint64_t processes_name(uint64_t address);
static inline uint64_t name_in_process(uint64_t address) { return UNLIKELY(rt.processes) ? processes_name(address) : address; }
#define PROCESS_SHIFT 48
static inline uint64_t address_of_name(uint64_t name) { return name & ((1ull << PROCESS_SHIFT) - 1); }

/* Whether what has this name is of another process than the thread's, although the thread uses it: it was copied. */
bool processes_is_copy(uint64_t name, const struct fiber *fiber);

/* What is put before addresses to name the objects of a process: the same in all executions. */
uint64_t processes_prefix(uint32_t process);

/* Whose names addresses are given at present; none where an event is executed, for what is known of it is named already. */
void processes_name_for(uint32_t process);

/* Memory at these addresses is shared by all processes; false where there are too many such ranges. */
void processes_forget_shared(void);
bool processes_add_shared(uint64_t start, uint64_t end);

#endif
