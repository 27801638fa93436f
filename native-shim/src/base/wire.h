/* The protocol between the scheduler server and libheddle.so: the single definition.
 *
 * A SOCK_STREAM Unix socket carries frames: struct heddle_frame, then `length` bytes of body. Everything is
 * little-endian and packed as declared here (no implicit padding anywhere). The target connects, says HELLO, and then
 * answers each PLAN with one RESULT, in order; several plans may be in flight. RESOLVE is answered with RESOLVED and
 * may be sent between plans. A frame that is malformed, longer than HEDDLE_MAX_FRAME or of another version is answered
 * with ERROR (a text) and ends the connection.
 *
 * The Java codec in scheduler-server is compared with this file by a test that parses the structs below, so keep one
 * declaration on a line.
 */
#ifndef HEDDLE_WIRE_H
#define HEDDLE_WIRE_H

#include <stdint.h>

#include "base/wire_enums.h"

#define HEDDLE_WIRE_VERSION 1
#define HEDDLE_MAX_FRAME (256u << 20)
#define HEDDLE_NO_ALTERNATIVE (-1)
#define HEDDLE_ALT_TIMEOUT 1 /* of a timed operation: its deadline has passed; see enum heddle_timeouts */
#define HEDDLE_OWN_THREAD 1 /* in `object2` of THREAD_CREATE: a thread of the runtime's own, for a timer; nobody waits for it */
#define HEDDLE_GIVES_AGAIN 1 /* in `object2` of CHOOSE: whether the thread gets names of the past again: see given_again.h */
#define HEDDLE_FAILS 2 /* in `object2` of CHOOSE: whether a call fails, and in `object` the ways, see core/failures.h */
#define HEDDLE_TIMES_OUT 3 /* in `object2` of CHOOSE: whether a wait had timed out before the signal that would have ended it */
#define HEDDLE_FORKS 2 /* in `object2` of THREAD_CREATE: a process; of an atomic section: one is made beside other threads */
#define HEDDLE_ENDS 3 /* in `object2` of an atomic section: a process that was forked ends in it, beside threads of its own */
#define HEDDLE_RUNS 4 /* in `object2` of an atomic section: a command runs in it, from its begin to its end */
#define HEDDLE_LATE 1 /* in `object2` of PROCESS_EXIT: waits for the others: see HEDDLE_PLAN_LATE_EXIT */
#define HEDDLE_SPINS 2 /* in `object2` of what takes a lock or semaphore, or joins: the thread tries in a loop */
#define HEDDLE_ADDS 1 /* in `object2` of ATOMIC_RMW: it adds or subtracts, and nobody looks at the result */
#define HEDDLE_MARKS 1 /* in `object2` of ATOMIC_STORE: it stores a number other than zero, of at most 8 bytes */
#define HEDDLE_ANNOUNCED 1 /* in `object2` of RWLOCK_WRLOCK: an RWLOCK_ANNOUNCE came before it */
#define HEDDLE_CLAIMS_OBJECT 1 /* the second object of all accesses that are HEDDLE_ORDER_CLAIMED */
#define HEDDLE_KERNEL_OBJECT 1 /* the object of all operations on descriptors and signals */
#define HEDDLE_READY_BITS 62 /* of each word that tells what is ready; the highest ones mark names: see ready_words.h */
#define HEDDLE_CANCELLED (-1) /* as the result of SIGNAL_CHANGE: the thread has been cancelled and ends */
#define HEDDLE_KILLED (-1)    /* minus the number of a signal: which ends the process there */
#define HEDDLE_DEADLINE_ANY 1 /* as a deadline: the operation may time out at any moment */

struct heddle_frame {
    uint32_t length; /* of the body, in bytes */
    uint16_t type;   /* enum heddle_frame_type */
    uint16_t version;
};

enum heddle_frame_type {
    HEDDLE_HELLO = 1,
    HEDDLE_PLAN = 2,
    HEDDLE_RESULT = 3,
    HEDDLE_BYE = 4,
    HEDDLE_ERROR = 5,
    HEDDLE_RESOLVE = 6,
    HEDDLE_RESOLVED = 7,
    HEDDLE_DEBUGGEE = 8,
    HEDDLE_BROKEN = 9,
};

/* HELLO, target to server. */
struct heddle_hello {
    uint32_t pid;
    uint32_t flags; /* HEDDLE_HELLO_* */
};
#define HEDDLE_HELLO_INSTRUMENTED 1u  /* at least one module was built with heddle cc */
#define HEDDLE_HELLO_OTHER_VERSION 2u /* at least one was built with the heddle cc of a version that is not understood */

/* How many bytes at `object2` an AWAIT with this argument depends on; see OperationKind.java. */
static inline uint64_t await_range(uint64_t argument) { return argument >> 16 ? argument >> 16 : argument >> 8; }

/* An operation with what became of it. In a pending operation only thread, kind, order, object, object2, argument and
 * site count, and of those on semaphores the value. */
struct heddle_event {
    uint32_t thread; /* stable name, see thread.h */
    int32_t alternative;
    uint16_t kind;  /* enum heddle_op */
    uint16_t order; /* memory_order of <stdatomic.h>, HEDDLE_ORDER_*; of a compare-and-swap also HEDDLE_ORDER_FAILURE */
    uint32_t flags; /* HEDDLE_EVENT_*; 0 of what is executed */
    uint64_t object;
    uint64_t object2;
    uint64_t argument;
    int64_t result;
    uint64_t value;
    uint64_t site;
};

/* Orders that C11 does not have: of accesses of what the runtime keeps for the program, and of its own looks at the program's memory. */
#define HEDDLE_ORDER_OWN 6
#define HEDDLE_ORDER_LOOK 7
/* The order of a compare-and-swap that fails, where it is another one. */
#define HEDDLE_ORDER_FAILURE(order) (((order) + 1) << 8)
static inline int order_of_success(int orders) { return orders & 0xff; }
/* Of an access that may write: a claim of the program about its memory may read what it writes. */
#define HEDDLE_ORDER_CLAIMED 4096

/* Of a lock that is asleep: it stands for a critical section that is executed in one go, and touches what is told or all that the mutex
 * protects. */
#define HEDDLE_EVENT_WHOLE 1u
#define HEDDLE_EVENT_EVERYTHING 2u

/* A step of a plan's prefix. */
struct heddle_step {
    uint32_t thread;
    int32_t alternative;
    uint16_t kind; /* expected; enum heddle_op */
    uint16_t flags;
    uint32_t reserved;
    uint64_t object; /* expected */
};

/* A parameter of a policy: an object that counts (weight 0), or a thread and how many counting events it and the threads
 * that it creates are expected to execute. */
struct heddle_weight {
    uint64_t name;
    uint64_t weight;
};

/* What the REQUIRE policy goes by: whether the operation at `site` on `object` is to come when the one at `from` was the last that changed
 * the object, or when it was not. */
struct heddle_requirement {
    uint64_t object;
    uint64_t site;
    uint64_t from; /* 0: nothing has changed it */
    uint32_t wanted;
    uint32_t reserved;
};

/* Memory of which every access is a visible operation, because some race there. */
struct heddle_range {
    uint64_t address;
    uint64_t length;
};

/* PLAN, server to target: this, then step_count struct heddle_step, sleep_count struct heddle_event, object_count struct
 * heddle_weight, weight_count struct heddle_weight, requirement_count struct heddle_requirement, visible_count struct heddle_range, by
 * ascending address and disjoint, described_count struct heddle_range, and touch_count struct heddle_touch. */
struct heddle_plan {
    uint64_t seed;
    uint32_t plan; /* a number that RESULT repeats */
    uint32_t flags; /* HEDDLE_PLAN_KEEP_OUTPUT */
    uint32_t points; /* enum heddle_points */
    uint32_t policy; /* enum heddle_policy */
    uint32_t max_events;
    uint32_t progress_millis;
    uint32_t step_count;
    uint32_t sleep_count;
    uint32_t timeouts; /* enum heddle_timeouts */
    uint32_t spurious; /* how many waits of each thread may end without a signal, and how many weak compare-and-swaps fail;
                          or HEDDLE_SPURIOUS_AUTO */
    uint64_t policy_seed;
    uint32_t depth; /* PCT: one more than there are changes of priority; DELAY: the delays */
    uint32_t length; /* how many counting events an execution is expected to have */
    uint32_t object_count; /* the objects whose accesses count; none: all events count */
    uint32_t weight_count; /* SURW: threads; PCT: those that come last; PRIORITY: those that were preempted */
    uint32_t visible_count;
    uint32_t described_count; /* memory whose plain accesses, allocations and frees are described: see HEDDLE_PLAN_DESCRIBE */
    uint32_t stop_at; /* with HEDDLE_PLAN_DEBUG: stop for the debugger before the event with this number */
    uint32_t operations; /* the most operations of each thread, which goes no further then; 0: any number */
    uint32_t send_signal; /* somebody sends this signal to the process; 0: nobody does */
    uint32_t send_after; /* not before the main thread executed so many operations or waits for others; or HEDDLE_SEND_LAST */
    uint64_t free_limit; /* nanoseconds: waits of at most this time limit may time out at any moment */
    uint32_t expiries; /* how many of each timer may come at any moment, where timeouts may */
    uint32_t known_count; /* the server knows what the first so many steps execute, unless the execution does not repeat it */
    uint64_t known_digest; /* of these events: see model/digest.h */
    uint32_t touch_count; /* what critical sections touched that are asleep, and the mutexes whose sections are ordinary */
    uint32_t allowed; /* bit n: calls may change what enum heddle_machine has as n */
    uint64_t failures; /* how many calls of each execution fail: HEDDLE_FAILING_BITS a sort, and as many for all, 0: any */
    uint32_t requirement_count; /* REQUIRE: what is required */
    uint32_t reserved;
};
#define HEDDLE_SEND_LAST UINT32_MAX /* when nothing else can happen */
#define HEDDLE_SPURIOUS_AUTO UINT32_MAX /* one, where it is in no loop */
#define HEDDLE_PLAN_KEEP_OUTPUT 1u
#define HEDDLE_PLAN_CAUTIOUS 2u /* the dependence relation is the cautious one: see Dependence.java */
#define HEDDLE_PLAN_DESCRIBE 4u /* RESULT has call stacks */
#define HEDDLE_PLAN_DEBUG 8u /* threads are kernel threads, and the execution begins when a debugger has attached itself */
#define HEDDLE_PLAN_LEAKS 16u /* where the process ends by exit, or by return from main, leaks are looked for */
#define HEDDLE_PLAN_PEDANTIC 32u /* tell of what works, and should not be relied on: see pedantic.h */
#define HEDDLE_PLAN_DEFER_CANCELLATION 64u /* take asynchronous cancellation for deferred */
#define HEDDLE_PLAN_CYCLES 128u /* rounds that threads can repeat for ever are looked for */
#define HEDDLE_PLAN_IN_PROCESS 256u /* may be executed without a fork, in the runner: see zygote/runner/runner.h */
#define HEDDLE_PLAN_LATE_EXIT 512u /* exit with status 0 waits until others cannot go on, or go round for ever */
#define HEDDLE_PLAN_HANDLERS_IN_CALLS 1024u /* handlers of signals from others run in calls alone */
#define HEDDLE_PLAN_IN_TURN 2048u /* waits for a semaphore take in turn what was posted: see Dependence.java */
#define HEDDLE_PLAN_COUNTING 4096u /* additions whose results nobody uses commute: see Dependence.java */
#define HEDDLE_PLAN_WHOLE_SECTIONS 8192u /* critical sections are executed in one go: see Section.java */
#define HEDDLE_PLAN_MARKING 16384u /* stores of one number commute: see Dependence.java */
#define HEDDLE_PLAN_ALIKE 268435456u /* threads that are alike begin one after the other: see Relation.java */
#define HEDDLE_PLAN_OLDER 2097152u /* some steps find older values, see model/older.h */
#define HEDDLE_PLAN_SERIAL 1048576u /* calls of objects under test are executed in one go: see core/history/calls.h */
#define HEDDLE_PLAN_TSO 8388608u /* stores go through store buffers: see core/buffers/store_buffer.h */
#define HEDDLE_PLAN_PSO 134217728u /* likewise, each location through one of its own */
#define HEDDLE_PLAN_DRAWS_LATE 4194304u /* nothing is drawn before exploring begins: see core/begin.h */
#define HEDDLE_PLAN_SOURCES 16777216u /* calls are told whose results nobody controls: see kernel/process/sources.h */
#define HEDDLE_PLAN_SEQUENTIAL 33554432u /* specifications: the calls of one thread keep their order, and no others */
#define HEDDLE_PLAN_QUIESCENT 67108864u /* likewise calls between which there is a moment without any */

/* DEBUGGEE, target to server: what a plan with HEDDLE_PLAN_DEBUG is executed in; comes before its RESULT. */
struct heddle_debuggee {
    uint32_t pid;
    uint32_t reserved;
};

struct heddle_thread_info {
    uint32_t id;
    int32_t parent; /* -1: none */
    uint32_t ordinal;
    uint32_t reserved;
    uint64_t start_routine;
    char name[16]; /* NUL-terminated */
};

struct heddle_note {
    uint32_t kind; /* enum heddle_note_kind */
    uint32_t thread;
    uint32_t step;
    uint32_t access; /* enum heddle_note_access, of a note on memory */
    uint64_t object;
    uint64_t site;
    uint64_t allocated_at; /* where that was done to the heap block that the object lies in, if it has been freed, else 0 */
    uint64_t freed_at; /* likewise */
    uint64_t bytes; /* of the access; LEAK: lost */
    int64_t offset; /* of the object in its heap block */
    uint64_t block; /* size of that block; LEAK: how many blocks are lost */
    uint32_t other; /* the thread that freed the block, or whose stack it is */
    uint16_t fault; /* enum heddle_fault */
    uint16_t family; /* enum heddle_family: of what the fault is about */
    char text[224]; /* NUL-terminated: the function that was misused, or the program's own words */
};

/* Two conflicting accesses that nothing orders. A thread's clock is the number of visible operations that it had executed
 * before the access. */
struct heddle_race {
    uint32_t flags; /* HEDDLE_RACE_* */
    uint32_t step; /* events executed before the second access, which is the one that showed the race */
    uint32_t first_thread;
    uint32_t second_thread;
    uint32_t first_clock;
    uint32_t second_clock;
    uint64_t first_site;
    uint64_t second_site;
    uint64_t address; /* the bytes of the second access */
    uint64_t length;
    uint64_t shared_address; /* the bytes known to be touched by both */
    uint64_t shared_length;
    uint64_t first_address; /* the bytes around those that the first access is known to have touched */
    uint64_t first_length;
    uint64_t value; /* what these held before the second access, as far as 8 bytes go */
};
#define HEDDLE_RACE_REPORTED 1u /* the C standard does not order the accesses: a data race */
#define HEDDLE_RACE_INVISIBLE 2u /* nor do the visible operations: the memory has to become visible */
#define HEDDLE_RACE_FIRST_WRITES 4u
#define HEDDLE_RACE_SECOND_WRITES 8u
#define HEDDLE_RACE_FIRST_ATOMIC 16u
#define HEDDLE_RACE_SECOND_ATOMIC 32u
#define HEDDLE_RACE_FIRST_ENDS 64u /* ends the life of the memory, as free and munmap do */
#define HEDDLE_RACE_SECOND_ENDS 128u

/* Where a thread was, call by call. */
struct heddle_stack {
    uint32_t kind; /* enum heddle_stack_kind */
    uint32_t thread;
    uint32_t number;
    uint32_t depth; /* how many frames there are */
    uint32_t flags; /* HEDDLE_STACK_HAS_VALUE */
    uint32_t reserved;
    uint64_t address;
    uint64_t length;
    uint64_t site;
    uint64_t value; /* what an access read or has written */
    uint64_t frames[32]; /* return addresses, the innermost first; without those of libheddle.so */
};
#define HEDDLE_STACK_HAS_VALUE 1u
#define HEDDLE_STACK_DEPTH 32u

/* What critical sections touch that are executed in one go: for each a header and then its ranges. In a plan also, of kind
 * HEDDLE_TOUCH_ORDINARY, mutexes whose sections are not. */
struct heddle_touch {
    uint32_t event; /* the number of the lock: in RESULT of all events, in PLAN of those asleep */
    uint32_t kind; /* HEDDLE_TOUCH_* */
    uint64_t address;
    uint64_t length;
};
#define HEDDLE_TOUCH_READ 0u
#define HEDDLE_TOUCH_WRITE 1u
#define HEDDLE_TOUCH_SECTION 2u /* a header */
#define HEDDLE_TOUCH_EVERYTHING 3u /* likewise: the section touched more than is told */
#define HEDDLE_TOUCH_ORDINARY 4u /* the address is that of a mutex */

/* RESULT, target to server: this. Then event_count struct heddle_event (executed, but for those omitted), pending_count struct
 * heddle_event, thread_count struct heddle_thread_info, note_count struct heddle_note, race_count struct heddle_race, stack_count struct
 * heddle_stack, touch_count struct heddle_touch. Then ready_count words (u64), stdout_length bytes, stderr_length bytes. The words tell
 * what names stand for, each in turn: the name, how many words come, and these. */
struct heddle_result {
    uint32_t plan;
    uint32_t outcome; /* enum heddle_outcome */
    int32_t status; /* exit status or signal number */
    int32_t terminator; /* thread that crashed between two visible operations, or -1 */
    uint32_t event_count; /* without those omitted */
    uint32_t pending_count;
    uint32_t thread_count;
    uint32_t note_count;
    uint32_t stdout_length;
    uint32_t stderr_length;
    uint32_t diverged_step;
    uint32_t diverged_reason; /* enum heddle_divergence */
    uint64_t plain_reads;
    uint64_t plain_writes;
    uint64_t atomics;
    uint64_t weak_atomics; /* of them: weaker than sequentially consistent */
    uint32_t race_count;
    uint32_t stack_count;
    uint32_t in_process; /* 1: executed in the runner, 0: in a fork, HEDDLE_IN_PROCESS_AGAIN */
    uint32_t fallback; /* enum heddle_fallback */
    uint32_t fallback_call; /* SYSTEM_CALL: its number */
    uint32_t omitted; /* how many events come first, which the plan's known_digest is of; 0: the execution did not repeat them */
    uint32_t touch_count;
    uint32_t from_checkpoint; /* how many of the events were not executed: they come from a checkpoint */
    uint32_t ready_count;
    uint32_t foreign_atomics; /* 1: there were accesses or fences that C11 says nothing of: instructions of x86, membarrier */
    uint64_t program_nanos; /* of real time, that the program ran for: from main, or the checkpoint, to its end */
    uint64_t alone_nanos; /* of them: before it created a thread */
    uint64_t around_nanos; /* that this process has done other things since the execution before */
    struct heddle_event diverged_actual; /* what the thread had pending; kind 0: there was no such thread */
};
#define HEDDLE_IN_PROCESS_AGAIN 2u /* executed in the runner, which was killed: the result may have come before */

/* BROKEN, target to server in place of a RESULT: an invariant of the runtime does not hold, and the target ends. This, then event_count
 * struct heddle_event, which the execution that led there has executed, and text_length bytes: FILE:LINE: EXPRESSION. */
struct heddle_broken {
    uint32_t event_count;
    uint32_t text_length;
};

/* RESOLVE, server to target: count addresses (u64 each) of sites, code or data.
 * RESOLVED, target to server: for each a struct heddle_resolved and then its strings, without NULs, in the order of the
 * lengths. */
struct heddle_resolved {
    uint64_t address;
    uint64_t offset; /* in the module, as in its ELF file */
    uint32_t kind; /* enum heddle_resolved_kind */
    uint32_t line;
    uint32_t column;
    uint32_t file_length;
    uint32_t function_length;
    uint32_t name_length; /* variable, expression or callee */
    uint32_t module_length; /* path of the ELF file */
    uint32_t type_length; /* how the value of an access is shown, see struct heddle_site */
};

#endif
