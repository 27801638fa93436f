/* The values that fields of the frames take; wire.h has the frames. The Java enums with the same names have the same
 * codes: a test parses this file, so keep one declaration on a line. */
#ifndef HEDDLE_WIRE_ENUMS_H
#define HEDDLE_WIRE_ENUMS_H

/* Kinds of visible operations, from the catalogue: see OperationKind.java, also for what object and argument mean.
 *
 * The timed forms are the same kinds, with a deadline in `argument`: 0 for none, HEDDLE_DEADLINE_ANY, or the virtual time
 * (in nanoseconds since the start, at least 2) from which on the operation times out if nothing else can happen. A timed
 * operation that may time out at any moment is a try form (MUTEX_TRYLOCK, RWLOCK_TRY*, SEM_TRYWAIT, THREAD_TRYJOIN) with
 * HEDDLE_DEADLINE_ANY in `argument`: when it may time out and would block, it does. Only COND_WAKE, which has no try form,
 * takes HEDDLE_DEADLINE_ANY itself. */
#include "operations.h"

/* When a timed operation may time out. */
enum heddle_timeouts {
    HEDDLE_TIMEOUTS_LAST_RESORT = 0, /* when no thread is enabled otherwise; the earliest deadline first, then the lowest
                                        thread. Such an event has the alternative HEDDLE_ALT_TIMEOUT */
    HEDDLE_TIMEOUTS_ANY = 1,         /* wherever it would block */
    HEDDLE_TIMEOUTS_NEVER = 2,
};

/* How an execution ended; see Outcome.java. */
enum heddle_outcome {
    HEDDLE_EXITED = 1,
    HEDDLE_SIGNALED = 2,
    HEDDLE_DEADLOCK = 3,
    HEDDLE_SLEEP_BLOCKED = 4,
    HEDDLE_DIVERGED = 5,
    HEDDLE_TOO_LONG = 6,
    HEDDLE_HUNG = 7,
    HEDDLE_UNMODELLED = 8,
    HEDDLE_ASSERTION = 9,
    HEDDLE_ASSUMPTION = 10,
    HEDDLE_OUTPUT_FLOOD = 11,
    HEDDLE_RESOURCES = 12,
    HEDDLE_LOST = 13, /* never sent: the server's word for a worker that died */
    HEDDLE_CUT_OFF = 14, /* every thread that could go on has executed as many operations as the plan allows each */
};

/* What a note says; see Note.java. */
enum heddle_note_kind {
    HEDDLE_NOTE_UNMODELLED_CALL = 1,
    HEDDLE_NOTE_ASSERTION = 2,
    HEDDLE_NOTE_MISUSE = 3,
    HEDDLE_NOTE_DOUBLE_FREE = 4,
    HEDDLE_NOTE_INVALID_FREE = 5,
    HEDDLE_NOTE_UNCONTROLLED = 6,
    HEDDLE_NOTE_RESOURCES = 7,
    HEDDLE_NOTE_USE_AFTER_FREE = 8,
    HEDDLE_NOTE_VERIFY = 9, /* the command given with --verify failed */
    HEDDLE_NOTE_HEAP_OVERFLOW = 10,
    HEDDLE_NOTE_OUTSIDE_VARIABLE = 18, /* object: the variable; offset: of the access from its start; block: its size */
    HEDDLE_NOTE_STACK_OF_ENDED_THREAD = 11,
    HEDDLE_NOTE_THREADS_LEFT = 13, /* the process ends by exit, or by return from main, and other threads have not ended */
    HEDDLE_NOTE_LEAK = 14, /* object: a heap block that nothing points to when the process ends; site: where it was allocated */
    HEDDLE_NOTE_ADDRESS_SANITIZER = 15, /* AddressSanitizer reports this, and ends the process */
    HEDDLE_NOTE_STACK_OF_LEFT_FUNCTION = 16,
    HEDDLE_NOTE_THREAD_LOCAL_OF_ENDED_THREAD = 17,
    HEDDLE_NOTE_UNMAPPED = 30, /* an access to memory that has been unmapped */
    HEDDLE_NOTE_CLOSED_STREAM = 31, /* a use of a stream that has been closed */
    HEDDLE_NOTE_NEW_PROCESS = 32, /* another process was made, which nobody controls */
    HEDDLE_NOTE_SHARED_WITH_PROCESS = 33, /* what such a process may use as well was used, or is waited for in the end */
    HEDDLE_NOTE_CYCLE = 34, /* the last events, `object` of them, are a round that the threads can repeat for ever */
    HEDDLE_NOTE_TIME_LIMIT = 35, /* a wait of this time limit (`object`, nanoseconds) went on while a thread slept past it */
    HEDDLE_NOTE_HANDLER = 36, /* a handler, at `site`, of a signal from elsewhere made plain accesses that are not visible */
    HEDDLE_NOTE_LATE_EXPIRIES = 37, /* a timer, armed at `site`, expires from now on only when nothing else can happen */
    HEDDLE_NOTE_ADDITIONS_ORDER = 38, /* additions that were to commute may be all that orders accesses, one of them at `site` */
    HEDDLE_NOTE_UNVARIED = 39, /* it matters at `site` that not every outcome of this function (the text) is explored */
    HEDDLE_NOTE_EARLY_EXPIRIES = 40, /* a timer, armed at `site`, expires at any moment at first, as its handler takes locks;
                                        object: the variable that is visible for it */
    HEDDLE_NOTE_ALLOCATOR = 41, /* the program's malloc is another one than libc's, which is used or replaced */
    HEDDLE_NOTE_THREADS_DIFFER = 42, /* something tells threads apart that were taken to be alike */
    HEDDLE_NOTE_UNDESTROYED = 20, /* an object was initialised and is never destroyed; made in the end, where asked for */
    HEDDLE_NOTE_UNSEEN = 48, /* a call of what is not instrumented, and of which it is not known what it does: the name of the
                               function, and behind an @ that of the library that it is in */
    HEDDLE_NOTE_REFUSED = 49, /* a call that would change the machine failed: the function; object: enum heddle_machine */
    HEDDLE_NOTE_SOURCE = 50, /* a call whose result nobody controls: the function; object: the result, or a digest of it */
    HEDDLE_NOTE_SAID = 60, /* what the begin or the end of a call says; object: the hash that its event has as its argument */
    HEDDLE_NOTE_SPECIFIED = 61, /* the object has a specification, which was named at `site` */
    HEDDLE_NOTE_UNEXPLAINED = 62, /* it allows no order of calls of `object`; text: the round, numbers of those of a longest */
    HEDDLE_NOTE_CALL_WAITS = 63, /* in the end a call waits for good: one that may (heddle_operation_waits()), or in one go any;
                                    object: its thread */
    HEDDLE_NOTE_UNEXPLAINED_WAIT = 64, /* the specification allows no order in which it would wait; object: its thread */
    HEDDLE_NOTE_CALLS_BEFORE = 65, /* ends of calls that happen before a begin (order_of_calls.h); object and text: events */
    HEDDLE_NOTE_ENDS_LATE = 66, /* some stores of a call have not reached memory at its end; object: that event */
    HEDDLE_NOTE_HISTORY_RESET = 67, /* calls behind so many events (object) are judged by themselves */
    HEDDLE_NOTE_UNDEFINED = 12, /* as MISUSE, and POSIX says that anything may happen */
};

/* Calls that may fail although nothing is wrong; see Failing.java. */
enum heddle_failing {
    HEDDLE_FAILING_MALLOC = 0,
    HEDDLE_FAILING_THREAD = 1,
    HEDDLE_FAILING_INIT = 2,
    HEDDLE_FAILING_MMAP = 3,
    HEDDLE_FAILING_OPEN = 4,
    HEDDLE_FAILING_READ = 5,
    HEDDLE_FAILING_WRITE = 6,
    HEDDLE_FAILING_WAIT = 7,
    HEDDLE_FAILING_FORK = 8,
};
#define HEDDLE_FAILING_KINDS 9
#define HEDDLE_FAILING_BITS 6 /* of the number of calls of each in a plan */

/* How a call fails: an error number, or this. */
#define HEDDLE_FAILS_SHORT 255 /* it reads or writes less than it could */

/* What sort of thing an object is; see ObjectFamily.java. */
enum heddle_family {
    HEDDLE_FAMILY_NONE = 0,
    HEDDLE_FAMILY_MUTEX = 1,
    HEDDLE_FAMILY_CONDITION = 2,
    HEDDLE_FAMILY_ONCE = 3,
    HEDDLE_FAMILY_SEMAPHORE = 4,
    HEDDLE_FAMILY_RWLOCK = 5,
    HEDDLE_FAMILY_BARRIER = 6,
    HEDDLE_FAMILY_SPINLOCK = 7,
    HEDDLE_FAMILY_THREAD = 8,
    HEDDLE_FAMILY_KERNEL = 9,
    HEDDLE_FAMILY_KEY = 10,
    HEDDLE_FAMILY_MEMORY = 11,
    HEDDLE_FAMILY_HISTORY = 12,
    HEDDLE_FAMILY_CLAIMS = 13,
    HEDDLE_FAMILY_CHANNEL = 14,
};

/* What of the machine a call would change, beyond the processes that the program itself has made; see MachineChange.java. Such a call is
 * refused, unless the plan allows it. */
enum heddle_machine {
    HEDDLE_MACHINE_KILL = 0, /* signals to processes of others */
    HEDDLE_MACHINE_PRIORITY = 1, /* how these are scheduled, and their limits */
    HEDDLE_MACHINE_TRACE = 2, /* what they do, and their memory */
    HEDDLE_MACHINE_CLOCK = 3, /* how fast clocks run; and the clocks, by other processes than the one that is checked */
    HEDDLE_MACHINE_HOSTNAME = 4,
    HEDDLE_MACHINE_MOUNT = 5,
    HEDDLE_MACHINE_SWAP = 6,
    HEDDLE_MACHINE_REBOOT = 7,
    HEDDLE_MACHINE_MODULES = 8, /* of the kernel */
    HEDDLE_MACHINE_LOG = 9, /* the kernel's */
    HEDDLE_MACHINE_QUOTA = 10,
    HEDDLE_MACHINE_ACCOUNTING = 11,
    HEDDLE_MACHINE_PORTS = 12, /* of devices */
    HEDDLE_MACHINE_TERMINAL = 13, /* that everybody loses */
};

/* What is wrong with the use of an object, in a note MISUSE or UNDEFINED; Misuse.java has the words. */
enum heddle_fault {
    HEDDLE_FAULT_NONE = 0,
    HEDDLE_FAULT_DESTROYED = 1,
    HEDDLE_FAULT_NEVER_INITIALISED = 2,
    HEDDLE_FAULT_INITIALISED_ALREADY = 3,
    HEDDLE_FAULT_LOCKED = 4, /* where it must not be */
    HEDDLE_FAULT_NOT_LOCKED = 5,
    HEDDLE_FAULT_NOT_HELD = 6, /* by the calling thread */
    HEDDLE_FAULT_HELD_BY_ANOTHER = 7,
    HEDDLE_FAULT_LOCKED_MORE_THAN_ONCE = 8,
    HEDDLE_FAULT_WAITED_FOR = 9, /* by a thread, where none may wait */
    HEDDLE_FAULT_WITH_ANOTHER_MUTEX = 10, /* another thread waits on the condition variable */
    HEDDLE_FAULT_NO_SUCH_THREAD = 11,
    HEDDLE_FAULT_DETACHED = 12,
    HEDDLE_FAULT_DETACHED_ALREADY = 13,
    HEDDLE_FAULT_DETACHED_AND_ENDED = 14,
    HEDDLE_FAULT_JOINED_ALREADY = 15,
    HEDDLE_FAULT_JOINS_ITSELF = 16,
    HEDDLE_FAULT_DELETED = 17,
    HEDDLE_FAULT_NEVER_CREATED = 18,
    HEDDLE_FAULT_NOT_OPEN = 19,
    HEDDLE_FAULT_USED_UNINITIALISED = 20, /* there is no initialiser, but what lies there is one's value */
    HEDDLE_FAULT_ALLOCATED_UNINITIALISED = 21, /* the same on the heap; the note's site is the allocation */
    HEDDLE_FAULT_NEVER_DESTROYED = 22,
    HEDDLE_FAULT_NOT_DESTROYED_BEFORE_FREE = 23,
    HEDDLE_FAULT_MAIN_RETURNED = 24, /* while other threads had not ended */
    HEDDLE_FAULT_CANCELLED_WITHIN = 25, /* asynchronously, in a call that may not be interrupted */
    HEDDLE_FAULT_UNSAFE_IN_HANDLER = 26, /* a function in a handler that interrupts another: neither is async-signal-safe */
    HEDDLE_FAULT_NOT_SHARED = 27, /* between processes, of which two use it */
};

/* How a note's thread uses the memory. */
enum heddle_note_access {
    HEDDLE_ACCESS_NONE = 0,
    HEDDLE_ACCESS_READS = 1,
    HEDDLE_ACCESS_WRITES = 2,
    HEDDLE_ACCESS_USES = 3, /* as a synchronisation object */
};

/* Which accesses are scheduling points. */
enum heddle_points {
    HEDDLE_POINTS_SYNC = 0, /* synchronisation operations and atomics */
    HEDDLE_POINTS_ALL = 1, /* every instrumented access as well; races are looked for */
    HEDDLE_POINTS_AUTO = 2, /* as SYNC, and the plan's visible memory; races are looked for */
};

/* What decides once the prefix has been followed; see core/policy and Policy.java. */
enum heddle_policy {
    HEDDLE_POLICY_CONTINUE = 0, /* the current thread, else the lowest enabled one that is not asleep */
    HEDDLE_POLICY_RANDOM = 1,
    HEDDLE_POLICY_PCT = 2, /* where objects are given, priorities change at their accesses only */
    HEDDLE_POLICY_POS = 3,
    HEDDLE_POLICY_SURW = 4,
    HEDDLE_POLICY_DELAY = 5,
    HEDDLE_POLICY_FAIR = 6, /* the current thread for up to `depth` events in a row, then the next one */
    HEDDLE_POLICY_PRIORITY = 7, /* priorities from the seed, the thread, and its weight: how often it has been preempted */
    HEDDLE_POLICY_HOLD = 8, /* threads that hold a lock and want another one wait for the others */
    HEDDLE_POLICY_REQUIRE = 9, /* as POS, and operations wait for what the plan requires */
};

/* What a struct heddle_stack is of. */
enum heddle_stack_kind {
    HEDDLE_STACK_EVENT = 1, /* where the thread announced what became the event `number` */
    HEDDLE_STACK_PENDING = 2, /* where it announced what it has pending at the end */
    HEDDLE_STACK_ACCESS = 3, /* a plain access that is no event; number: the thread's clock, as in struct heddle_race */
    HEDDLE_STACK_ALLOCATED = 4, /* of a heap block; number as of an access; address and length are the block's */
    HEDDLE_STACK_FREED = 5, /* likewise */
    HEDDLE_STACK_CRASHED = 6, /* where the thread raised a signal that ends the process; the first frame is one behind it;
                                 address: of a stack overflow, what was accessed in the guard below the stack, else 0 */
    HEDDLE_STACK_AWAITED = 7, /* of a thread that waits for good: memory that it looked at before; value: at the end; no frames */
    HEDDLE_STACK_LAST_WRITE = 8, /* who was the last to write the memory of the entry before; number as of an access; value: what
                                    is there now; no frames */
    HEDDLE_STACK_OPERAND = 9, /* a part of an assertion that fails; address: 0 where no other thread can reach it; no frames */
};

/* Why an execution was forked whose plan had HEDDLE_PLAN_IN_PROCESS. */
enum heddle_fallback {
    HEDDLE_FALLBACK_NONE = 0,
    HEDDLE_FALLBACK_SYSTEM_CALL = 1, /* it made a call whose effects cannot be undone */
    HEDDLE_FALLBACK_CRASH = 2, /* it crashed, aborted, or sent a signal */
    HEDDLE_FALLBACK_ENDED = 3, /* it ended in the middle, for want of something */
    HEDDLE_FALLBACK_STALLED = 4, /* it made no progress */
    HEDDLE_FALLBACK_OUTPUT = 5, /* it wrote very much */
    HEDDLE_FALLBACK_MEMORY = 6, /* it changed more memory than is worth putting back */
    HEDDLE_FALLBACK_KILLED = 7, /* the runner was killed, or crashed */
    HEDDLE_FALLBACK_DIVERGED = 8, /* it did not follow its plan: unless the fork does not either, something was not put back */
    /* no execution of this target can be had without a fork: */
    HEDDLE_FALLBACK_UNAVAILABLE = 16, /* the kernel, or what it allows here, lacks something */
    HEDDLE_FALLBACK_SHARED = 17, /* there is shared writable memory */
    HEDDLE_FALLBACK_SIGNALS = 18, /* the program handles SIGSEGV or SIGSYS, or has an alternate stack */
    HEDDLE_FALLBACK_OPTIONS = 19, /* --verify, --sandbox, AddressSanitizer */
    HEDDLE_FALLBACK_KILLED_OFTEN = 20,
};

/* How an execution departed from its plan. */
enum heddle_divergence {
    HEDDLE_DIVERGED_NONE = 0,
    HEDDLE_DIVERGED_NO_SUCH_THREAD = 1,
    HEDDLE_DIVERGED_FINISHED = 2,
    HEDDLE_DIVERGED_OTHER_OPERATION = 3,
    HEDDLE_DIVERGED_NOT_ENABLED = 4,
    HEDDLE_DIVERGED_NO_SUCH_ALTERNATIVE = 5,
    HEDDLE_DIVERGED_ENDED_EARLY = 6, /* the process ended before the prefix did */
};

/* What lies at an address. */
enum heddle_resolved_kind {
    HEDDLE_RESOLVED_UNKNOWN = 0,
    HEDDLE_RESOLVED_SITE = 1, /* a record of the site table: file, function, name, line and column are set */
    HEDDLE_RESOLVED_MODULE = 2, /* code or data of a module: module and offset are set; name is the nearest symbol */
    HEDDLE_RESOLVED_HEAP = 3, /* a heap block: line is the offset in it, column its size */
    HEDDLE_RESOLVED_VARIABLE = 5, /* a variable whose layout is known: function is the layout, see heddle_abi.h, line the
                                     offset in it, column its size, name its name */
    HEDDLE_RESOLVED_STACK = 4, /* a thread's stack: line is the thread */
};

#endif
