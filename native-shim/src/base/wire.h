/* The protocol between the scheduler server and libheddle.so: the single definition.
 *
 * A SOCK_STREAM Unix socket carries frames: struct heddle_frame, then `length` bytes of body. Everything is
 * little-endian and packed as declared here (no implicit padding anywhere). The target connects, says HELLO, and then
 * answers each PLAN with one RESULT, in order; several plans may be in flight. RESOLVE is answered with RESOLVED and
 * may be sent between plans. A frame that is malformed, longer than HEDDLE_MAX_FRAME or of another version is answered
 * with ERROR (a text) and ends the connection.
 *
 * The Java codec in scheduler-server is compared with this file by a test that parses the enums and structs below, so
 * keep one declaration on a line.
 */
#ifndef HEDDLE_WIRE_H
#define HEDDLE_WIRE_H

#include <stdint.h>

#define HEDDLE_WIRE_VERSION 1
#define HEDDLE_MAX_FRAME (256u << 20)
#define HEDDLE_NO_ALTERNATIVE (-1)
#define HEDDLE_ALT_TIMEOUT 1 /* of a timed operation: its deadline has passed; see enum heddle_timeouts */
#define HEDDLE_OWN_THREAD 1 /* in `object2` of THREAD_CREATE: a thread of the runtime's own, for a timer; nobody waits for it */
#define HEDDLE_SPINS 2 /* in `object2` of an operation that takes a lock or semaphore: the thread goes round a loop of tries */
#define HEDDLE_ANNOUNCED 1 /* in `object2` of RWLOCK_WRLOCK: an RWLOCK_ANNOUNCE came before it */
#define HEDDLE_KERNEL_OBJECT 1 /* the object of all operations on descriptors and signals */
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
};

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
    HEDDLE_NOTE_STACK_OF_ENDED_THREAD = 11,
    HEDDLE_NOTE_THREADS_LEFT = 13, /* the process ends by exit, or by return from main, and other threads have not ended */
    HEDDLE_NOTE_LEAK = 14, /* object: a heap block that nothing points to when the process ends; site: where it was allocated */
    HEDDLE_NOTE_ADDRESS_SANITIZER = 15, /* AddressSanitizer reports this, and ends the process */
    HEDDLE_NOTE_STACK_OF_LEFT_FUNCTION = 16,
    HEDDLE_NOTE_UNMAPPED = 30, /* an access to memory that has been unmapped */
    HEDDLE_NOTE_CLOSED_STREAM = 31, /* a use of a stream that has been closed */
    HEDDLE_NOTE_NEW_PROCESS = 32, /* another process was made, which nobody controls */
    HEDDLE_NOTE_SHARED_WITH_PROCESS = 33, /* what such a process may use as well was used, or is waited for in the end */
    HEDDLE_NOTE_CYCLE = 34, /* the last events, `object` of them, are a round that the threads can repeat for ever */
    HEDDLE_NOTE_UNDESTROYED = 20, /* an object was initialised and is never destroyed; made in the end, where asked for */
    HEDDLE_NOTE_UNSEEN = 48, /* a call of what is not instrumented, and of which it is not known what it does: the name of the
                               function, and behind an @ that of the library that it is in */
    HEDDLE_NOTE_UNDEFINED = 12, /* as MISUSE, and POSIX says that anything may happen */
};

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
    HEDDLE_FAULT_WAITED_FOR = 9,          /* by a thread, where none may wait */
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
    HEDDLE_POINTS_ALL = 1,  /* every instrumented access as well; races are looked for */
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
    HEDDLE_POLICY_FAIR = 6,     /* the current thread for up to `depth` events in a row, then the next one */
    HEDDLE_POLICY_PRIORITY = 7, /* priorities from the seed, the thread, and its weight: how often it has been preempted */
};

/* HELLO, target to server. */
struct heddle_hello {
    uint32_t pid;
    uint32_t flags; /* HEDDLE_HELLO_INSTRUMENTED */
};
#define HEDDLE_HELLO_INSTRUMENTED 1u /* at least one module was built with heddle cc */

/* How many bytes at `object2` an AWAIT with this argument depends on; see OperationKind.java. */
static inline uint64_t await_range(uint64_t argument) { return argument >> 16 ? argument >> 16 : argument >> 8; }

/* An operation with what became of it. In a pending operation only thread, kind, order, object, object2, argument and
 * site count. */
struct heddle_event {
    uint32_t thread; /* stable name, see thread.h */
    int32_t alternative;
    uint16_t kind;  /* enum heddle_op */
    uint16_t order; /* memory_order of <stdatomic.h> */
    uint32_t flags; /* 0 */
    uint64_t object;
    uint64_t object2;
    uint64_t argument;
    int64_t result;
    uint64_t value;
    uint64_t site;
};

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

/* Memory of which every access is a visible operation, because some race there. */
struct heddle_range {
    uint64_t address;
    uint64_t length;
};

/* PLAN, server to target: this, then step_count struct heddle_step, sleep_count struct heddle_event, object_count struct
 * heddle_weight, weight_count struct heddle_weight, visible_count struct heddle_range, by ascending address and
 * disjoint, and described_count struct heddle_range. */
struct heddle_plan {
    uint64_t seed;
    uint32_t plan;  /* a number that RESULT repeats */
    uint32_t flags; /* HEDDLE_PLAN_KEEP_OUTPUT */
    uint32_t points; /* enum heddle_points */
    uint32_t policy; /* enum heddle_policy */
    uint32_t max_events;
    uint32_t progress_millis;
    uint32_t step_count;
    uint32_t sleep_count;
    uint32_t timeouts; /* enum heddle_timeouts */
    uint32_t spurious; /* how many waits of each thread on a condition variable may end without a signal */
    uint64_t policy_seed;
    uint32_t depth;        /* PCT: one more than there are changes of priority; DELAY: the delays */
    uint32_t length;       /* how many counting events an execution is expected to have */
    uint32_t object_count; /* the objects whose accesses count; none: all events count */
    uint32_t weight_count; /* SURW: threads */
    uint32_t visible_count;
    uint32_t described_count; /* memory whose plain accesses, allocations and frees are described: see HEDDLE_PLAN_DESCRIBE */
    uint32_t stop_at; /* with HEDDLE_PLAN_DEBUG: stop for the debugger before the event with this number */
    uint32_t operations; /* the most operations of each thread, which goes no further then; 0: any number */
    uint32_t send_signal; /* somebody sends this signal to the process; 0: nobody does */
    uint32_t send_after; /* not before the main thread has executed so many operations, or waits for others */
};
#define HEDDLE_PLAN_KEEP_OUTPUT 1u
#define HEDDLE_PLAN_DESCRIBE 4u /* RESULT has call stacks */
#define HEDDLE_PLAN_CAUTIOUS 2u /* the dependence relation is the cautious one: see Dependence.java */
#define HEDDLE_PLAN_LEAKS 16u /* where the process ends by exit, or by return from main, leaks are looked for */
#define HEDDLE_PLAN_DEFER_CANCELLATION 64u /* take asynchronous cancellation for deferred */
#define HEDDLE_PLAN_PEDANTIC 32u /* tell of what works, and should not be relied on: see pedantic.h */
#define HEDDLE_PLAN_CYCLES 128u /* rounds that threads can repeat for ever are looked for */
#define HEDDLE_PLAN_IN_PROCESS 256u /* may be executed without a fork, in the runner: see zygote/runner.h */
#define HEDDLE_PLAN_DEBUG 8u /* threads are kernel threads, and the execution begins when a debugger has attached itself */

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
    uint64_t freed_at;     /* likewise */
    uint64_t bytes;    /* of the access; LEAK: lost */
    int64_t offset;    /* of the object in its heap block */
    uint64_t block;    /* size of that block; LEAK: how many blocks are lost */
    uint32_t other;    /* the thread that freed the block, or whose stack it is */
    uint16_t fault;    /* enum heddle_fault */
    uint16_t family;   /* enum heddle_family: of what the fault is about */
    char text[224];    /* NUL-terminated: the function that was misused, or the program's own words */
};

/* Two conflicting accesses that nothing orders. A thread's clock is the number of visible operations that it had executed
 * before the access. */
struct heddle_race {
    uint32_t flags; /* HEDDLE_RACE_* */
    uint32_t step;  /* events executed before the second access, which is the one that showed the race */
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
    uint64_t value; /* what these held before the second access, as far as 8 bytes go */
};
#define HEDDLE_RACE_REPORTED 1u      /* the C standard does not order the accesses: a data race */
#define HEDDLE_RACE_INVISIBLE 2u     /* nor do the visible operations: the memory has to become visible */
#define HEDDLE_RACE_FIRST_WRITES 4u
#define HEDDLE_RACE_SECOND_WRITES 8u
#define HEDDLE_RACE_FIRST_ATOMIC 16u
#define HEDDLE_RACE_SECOND_ATOMIC 32u
#define HEDDLE_RACE_FIRST_ENDS 64u  /* ends the life of the memory, as free and munmap do */
#define HEDDLE_RACE_SECOND_ENDS 128u

enum heddle_stack_kind {
    HEDDLE_STACK_EVENT = 1,     /* where the thread announced what became the event `number` */
    HEDDLE_STACK_PENDING = 2,   /* where it announced what it has pending at the end */
    HEDDLE_STACK_ACCESS = 3,    /* a plain access that is no event; number: the thread's clock, as in struct heddle_race */
    HEDDLE_STACK_ALLOCATED = 4, /* of a heap block; address and length are the block's */
    HEDDLE_STACK_FREED = 5,     /* likewise */
    HEDDLE_STACK_CRASHED = 6,   /* where the thread raised a signal that ends the process; the first frame is one behind it */
};

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

/* RESULT, target to server: this, then event_count struct heddle_event (executed), pending_count struct heddle_event,
 * thread_count struct heddle_thread_info, note_count struct heddle_note, race_count struct heddle_race, stack_count struct
 * heddle_stack, stdout_length bytes, stderr_length bytes. */
struct heddle_result {
    uint32_t plan;
    uint32_t outcome; /* enum heddle_outcome */
    int32_t status;   /* exit status or signal number */
    int32_t terminator; /* thread that crashed between two visible operations, or -1 */
    uint32_t event_count;
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
    uint32_t in_process; /* 1: executed in the runner, 0: in a fork */
    uint32_t fallback;   /* enum heddle_fallback */
    uint32_t fallback_call; /* SYSTEM_CALL: its number */
    uint32_t reserved;
    struct heddle_event diverged_actual; /* what the thread had pending; kind 0: there was no such thread */
};

/* Why an execution was forked whose plan had HEDDLE_PLAN_IN_PROCESS. */
enum heddle_fallback {
    HEDDLE_FALLBACK_NONE = 0,
    HEDDLE_FALLBACK_SYSTEM_CALL = 1, /* it made a call whose effects cannot be undone */
    HEDDLE_FALLBACK_CRASH = 2,     /* it crashed, aborted, or sent a signal */
    HEDDLE_FALLBACK_ENDED = 3,     /* it ended in the middle, for want of something */
    HEDDLE_FALLBACK_STALLED = 4,   /* it made no progress */
    HEDDLE_FALLBACK_OUTPUT = 5,    /* it wrote very much */
    HEDDLE_FALLBACK_MEMORY = 6,    /* it changed more memory than is worth putting back */
    HEDDLE_FALLBACK_KILLED = 7,    /* the runner was killed, or crashed */
    HEDDLE_FALLBACK_DIVERGED = 8,  /* it did not follow its plan: unless the fork does not either, something was not put back */
    /* no execution of this target can be had without a fork: */
    HEDDLE_FALLBACK_UNAVAILABLE = 16, /* the kernel, or what it allows here, lacks something */
    HEDDLE_FALLBACK_SHARED = 17,      /* there is shared writable memory */
    HEDDLE_FALLBACK_SIGNALS = 18,     /* the program handles SIGSEGV or SIGSYS, or has an alternate stack */
    HEDDLE_FALLBACK_OPTIONS = 19,     /* --verify, --sandbox, AddressSanitizer */
    HEDDLE_FALLBACK_KILLED_OFTEN = 20,
};

enum heddle_divergence {
    HEDDLE_DIVERGED_NONE = 0,
    HEDDLE_DIVERGED_NO_SUCH_THREAD = 1,
    HEDDLE_DIVERGED_FINISHED = 2,
    HEDDLE_DIVERGED_OTHER_OPERATION = 3,
    HEDDLE_DIVERGED_NOT_ENABLED = 4,
    HEDDLE_DIVERGED_NO_SUCH_ALTERNATIVE = 5,
    HEDDLE_DIVERGED_ENDED_EARLY = 6, /* the process ended before the prefix did */
};

/* RESOLVE, server to target: count addresses (u64 each) of sites, code or data.
 * RESOLVED, target to server: for each a struct heddle_resolved and then its strings, without NULs, in the order of the
 * lengths. */
struct heddle_resolved {
    uint64_t address;
    uint64_t offset; /* in the module, as in its ELF file */
    uint32_t kind;   /* enum heddle_resolved_kind */
    uint32_t line;
    uint32_t column;
    uint32_t file_length;
    uint32_t function_length;
    uint32_t name_length;   /* variable, expression or callee */
    uint32_t module_length; /* path of the ELF file */
    uint32_t reserved;
};

enum heddle_resolved_kind {
    HEDDLE_RESOLVED_UNKNOWN = 0,
    HEDDLE_RESOLVED_SITE = 1,  /* a record of the site table: file, function, name, line and column are set */
    HEDDLE_RESOLVED_MODULE = 2, /* code or data of a module: module and offset are set; name is the nearest symbol */
    HEDDLE_RESOLVED_HEAP = 3,  /* a heap block: line is the offset in it, column its size */
    HEDDLE_RESOLVED_VARIABLE = 5, /* a variable whose layout is known: function is the layout, see heddle_abi.h, line the
                                     offset in it, column its size, name its name */
    HEDDLE_RESOLVED_STACK = 4, /* a thread's stack: line is the thread */
};

#endif
