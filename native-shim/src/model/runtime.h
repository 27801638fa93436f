/* The runtime's own state and the contracts between its files. One process is at any time in one mode:
 *
 *   PASSIVE  nobody checks this process: every interposed function forwards to libc
 *   ZYGOTE   loaded and connected, before or between executions; single-threaded but for parked threads
 *   RUNNING  a forked child that executes the program under a plan
 *   ENDING   the child after its PROCESS_EXIT event: no scheduling any more
 */
#ifndef HEDDLE_RUNTIME_H
#define HEDDLE_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/wire.h"
#include "heddle_abi.h"

#define EXPORT __attribute__((visibility("default")))
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

enum mode { MODE_PASSIVE, MODE_ZYGOTE, MODE_RUNNING, MODE_ENDING };

#define MAX_FIBERS 4096
#define MAX_NOTES 256
#define MAX_RACES 256
#define MAX_STACKS 8192
#define EVENT_CAPACITY (2u << 20)
#define FIRST_FIBERS 8
#define FIRST_OBJECTS 24
#define FIRST_INDEX 128
#define FIRST_IDS 64
#define MAX_THREAD_ID 65535u

/* What the zygote reads after an execution, however it ended. Lives in memory shared between zygote and child. */
struct public_fiber {
    struct heddle_thread_info info;
    struct heddle_event pending; /* kind 0: has none (finished, or running towards its next operation) */
    uint32_t finished;
    uint32_t reserved;
};

/* Laid out so that a small execution dirties one page: the first fibers, then the first events, lie behind the header. */
struct shared {
    uint32_t outcome; /* enum heddle_outcome once the child knows it, else 0 */
    int32_t status;
    uint32_t running; /* id of the thread that runs */
    uint32_t event_count;
    uint32_t fiber_count;
    uint32_t note_count;
    uint32_t exiting;      /* PROCESS_EXIT was executed */
    uint32_t forked;       /* the program forked: its process group must be killed */
    uint32_t wants_fibers; /* the execution needs that many parked threads; run it again with them */
    uint32_t diverged_step;
    uint32_t diverged_reason;
    uint32_t race_count;
    uint32_t stack_count;
    uint32_t wants_unwinder; /* pthread_exit was called: load libc's unwinder and run the execution again */
    uint64_t plain_reads, plain_writes, atomics, weak_atomics;
    struct heddle_event diverged_actual;
    struct public_fiber first_fibers[FIRST_FIBERS];
    struct heddle_event events[EVENT_CAPACITY];
    struct public_fiber more_fibers[MAX_FIBERS - FIRST_FIBERS];
    struct heddle_note notes[MAX_NOTES];
    struct heddle_race races[MAX_RACES];
    struct heddle_stack stacks[MAX_STACKS];
    struct heddle_event pending[MAX_FIBERS]; /* of the result that the zygote is sending */
    struct heddle_thread_info threads[MAX_FIBERS];
};

struct fiber;

/* A synchronisation object as the model sees it; see objects.c. */
enum space {
    SPACE_MUTEX = 1,
    SPACE_COND,
    SPACE_ONCE,
    SPACE_MEMORY,
    SPACE_SEM,
    SPACE_RWLOCK,
    SPACE_BARRIER,
    SPACE_SPIN,
    SPACE_THREAD,
    SPACE_KERNEL,
};

struct object {
    uint64_t address;
    uint32_t space;
    uint32_t kind;         /* mutex: enum mutex_health; once: enum once_state; semaphore: value when first seen; rwlock:
                              whether writers go first; barrier: generation */
    struct fiber *owner;   /* mutex, spinlock: holder; once: who runs the initialiser; rwlock: writer */
    uint32_t count;        /* mutex: recursion depth; semaphore: value; rwlock: readers; barrier: threads that it waits for */
    uint32_t waiter_count; /* condition variable; rwlock: writers that have announced themselves; barrier: arrived */
    struct fiber *waiters; /* condition variable, barrier: in order of arrival, through fiber.next_waiter */
    uint64_t write_time, read_time; /* virtual time, see time.c */
    struct order *order;            /* order.c; NULL until it is needed */
    bool destroyed, initialised; /* see life.h */
    bool used;                   /* mutex: it has been seen before */
    bool robust; /* mutex */
};

struct fiber {
    void *sp;    /* saved stack pointer while it does not run */
    uint64_t fs; /* FS base: the thread-control block it borrows */
    uint32_t id;
    uint32_t index;    /* in runtime.fibers and shared.fibers */
    uint32_t children; /* threads created so far */
    bool exited, detached, joined;
    bool born_detached; /* detached from its creation on */
    bool signalled;            /* between COND_SIGNAL and COND_WAKE, or the last BARRIER_ARRIVE and BARRIER_LEAVE */
    bool serial;               /* the thread that gets PTHREAD_BARRIER_SERIAL_THREAD */
    struct fiber *next_waiter; /* in object.waiters */
    struct heddle_event *pending;
    void *(*start)(void *);
    void *argument;
    void *result;
    uint64_t now;     /* virtual nanoseconds since the start */
    void **specific;  /* pthread keys, allocated at first use */
    uint64_t handle;  /* its pthread_t */
    void *outermost;  /* the cleanup buffer that pthread_exit ends at */
    uint32_t recursion; /* COND_WAIT: the mutex's depth to restore */
    size_t stack_size;  /* as asked for; 0: the default */
    uint32_t spurious;  /* waits so far that may have ended without a signal */
    bool cancelled, uncancellable; /* has been cancelled; does not accept it */
    const struct heddle_event *stood_for; /* what the pending AWAIT, or wait for a lock, stands for; NULL if there is none */
    bool asynchronous; /* its type of cancellation, which is taken for deferred */
    bool called_away;   /* its wait on a condition variable has ended because it was cancelled, or has a signal to handle */
    uint32_t woken_at;  /* how many events there were when it was last woken */
    uint64_t waits_with; /* the mutex of its last wait on a condition variable */
    uint64_t waits_at;   /* the site of that wait */
    const char *waits_in; /* the function that waits so */
    uint64_t waits_on;  /* the condition variable that it can be called away from; see called.h */
    uint64_t blocked;   /* signals, bit n - 1 for signal n; see signals.h */
    uint64_t signals;   /* pending for the thread alone */
    uint16_t failure_order; /* memory order of its compare-and-swap if that fails */
    uint64_t frame; /* what rt.frame was when it announced its operation; 0: an instrumented access */
    bool frees;         /* the plain write that it has announced is a free */
    uint32_t unsettled; /* number + 1 of its last event, if what that leaves in memory is still to be recorded */
};

/* What a small execution writes lies together at the beginning: every page that a child dirties costs it microseconds. */
struct runtime {
    enum mode mode;
    uint32_t points; /* enum heddle_points */
    uint32_t timeouts; /* enum heddle_timeouts */
    uint32_t spurious; /* how many waits of each thread may end without a signal */
    bool ordered_barriers;
    bool races; /* whether races are looked for, see race.h */
    bool leaks; /* whether leaks are looked for, see leak.h */
    bool defer_cancellation; /* whether asynchronous cancellation is taken for deferred */
    bool pedantic; /* whether the plan asks for what pedantic.h tells of */
    bool describes; /* whether the plan asks for call stacks, see describe.h */
    struct fiber *current;
    struct shared *shared;
    const struct heddle_site *site; /* of the interposed call that is about to happen, see take_site */
    uint64_t frame; /* of the function that the program has called and that took its site last */
    uint32_t fiber_count, live_count;
    uint64_t local_changes; /* allocations, and readings of clocks: see await.c */
    uint64_t stack_writes;  /* plain writes of threads to their own stacks, of plain_writes */
    bool time_used;
    bool robust_used; /* there is a robust mutex */
    bool outside_used; /* there is a descriptor that others than this process make ready */
    bool masks_used;   /* threads may block different signals */
    bool cancel_possible; /* the program refers to pthread_cancel */
    bool handlers_used; /* there may be handlers for signals that threads send */
    bool looked; /* some thread has just looked at something: see await.c */
    bool unwinder_loaded;
    bool debugged; /* fibers are kernel threads: see debug.c */
    bool early_thread;                  /* a thread was created before main */
    uint16_t first_ids[FIRST_IDS];      /* fiber index + 1 of the smallest thread ids */
    uint32_t first_index[FIRST_INDEX];  /* objects.c */
    struct object first_objects[FIRST_OBJECTS];
    struct fiber fibers[MAX_FIBERS];
};

extern struct runtime rt;

static inline struct public_fiber *public_fiber(uint32_t index) {
    return index < FIRST_FIBERS ? &rt.shared->first_fibers[index] : &rt.shared->more_fibers[index - FIRST_FIBERS];
}

static inline bool running(void) { return rt.mode == MODE_RUNNING; }

/* The source position of the interposed call that is being made: the site that instrumented code announced, else the
 * caller's address. Takes it: the next call has its own. */
static inline uint64_t take_site(const void *return_address, const void *frame) {
    rt.frame = (uint64_t)(uintptr_t)frame;
    const struct heddle_site *site = rt.site;
    rt.site = NULL;
    return site ? (uint64_t)(uintptr_t)site : (uint64_t)(uintptr_t)return_address;
}
#define SITE() take_site(__builtin_return_address(0), __builtin_frame_address(0))

/* For a function that is another one under a second name: what it calls next takes its caller for its own. */
#define PASS_SITE() ((void)(rt.site = (const struct heddle_site *)(uintptr_t)SITE()))

/* ---- schedule.c: the plan interpreter ---- */

struct plan_view {
    const struct heddle_plan *head;
    const struct heddle_step *steps;
    struct heddle_event *sleep; /* writable: kind 0 marks an entry that has been woken */
    const struct heddle_weight *objects, *weights;
    const struct heddle_range *visible, *described;
};

/* Makes `self`'s operation pending, hands control over, and returns when it has been chosen and applied. The event is
 * in self->pending until the next point; result, alternative and value are filled in. Only in MODE_RUNNING. */
const struct heddle_event *point(const struct heddle_event *operation);

/* The same for the usual case of one object. */
const struct heddle_event *point_on(enum heddle_op kind, const volatile void *object, uint64_t argument, uint64_t site);

void schedule_start(const struct plan_view *plan);

/* Runs whoever the plan says next. Called by a fiber that has just finished; does not return. */
_Noreturn void schedule_away(void);

/* Ends the execution at once with this outcome. */
_Noreturn void end_execution(enum heddle_outcome outcome);

/* A rule for one kind of operation. `alternative` gives the first alternative that `awake` accepts, returning false if
 * there is none; NULL: the operation has no alternatives. */
typedef bool awake_fn(const struct fiber *fiber, int32_t alternative);
struct rule {
    bool (*enabled)(const struct fiber *fiber, const struct heddle_event *operation); /* NULL: always */
    void (*apply)(struct fiber *fiber, struct heddle_event *event);                   /* NULL: nothing to do */
    bool (*alternative)(const struct fiber *fiber, const struct heddle_event *operation, awake_fn *awake, int32_t *out);
    bool (*allows)(const struct fiber *fiber, const struct heddle_event *operation, int32_t alternative);
    /* Not NULL: a deadline may be in the argument, and this tells whether the operation can time out while it is not
     * enabled. It is then applied with HEDDLE_ALT_TIMEOUT and the result ETIMEDOUT. */
    bool (*expires)(const struct fiber *fiber, const struct heddle_event *operation);
};
bool always_expires(const struct fiber *fiber, const struct heddle_event *operation);
extern const struct rule thread_create_rule, thread_exit_rule, thread_join_rule, thread_join_all_rule, process_exit_rule,
    thread_tryjoin_rule, thread_detach_rule, choose_rule;
extern const struct rule mutex_init_rule, mutex_destroy_rule, mutex_lock_rule, mutex_trylock_rule, mutex_unlock_rule;
extern const struct rule cond_init_rule, cond_destroy_rule, cond_wait_rule, cond_wake_rule, cond_signal_rule,
    cond_broadcast_rule;
extern const struct rule once_begin_rule, once_end_rule;
extern const struct rule sem_init_rule, sem_destroy_rule, sem_wait_rule, sem_trywait_rule, sem_post_rule, sem_getvalue_rule,
    sem_open_rule, sem_close_rule, sem_unlink_rule;
extern const struct rule rwlock_init_rule, rwlock_destroy_rule, rwlock_rdlock_rule, rwlock_tryrdlock_rule,
    rwlock_wrlock_rule, rwlock_trywrlock_rule, rwlock_unlock_rule, rwlock_announce_rule;
extern const struct rule barrier_init_rule, barrier_destroy_rule, barrier_arrive_rule, barrier_leave_rule;
extern const struct rule spin_init_rule, spin_destroy_rule, spin_lock_rule, spin_trylock_rule, spin_unlock_rule;
extern const struct rule load_rule, atomic_store_rule, atomic_rmw_rule, atomic_cas_rule, write_rule, await_rule, kernel_rule;

/* ---- dependence.c ---- */
bool dependent(const struct heddle_event *a, const struct heddle_event *b);
bool is_timeout(const struct heddle_event *event); /* one that came as the last resort */

/* ---- objects.c ---- */
struct object *object_at(enum space space, const volatile void *address); /* made if new */
struct object *object_find(enum space space, uint64_t address);           /* NULL if unknown */
struct object *object_owned(enum space space, const struct fiber *owner, bool (*which)(const struct object *)); /* the one
    with the lowest address */

/* ---- note.c ---- */
void note(enum heddle_note_kind kind, uint64_t object, uint64_t site, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void note_done(enum heddle_note_kind kind, uint64_t object, uint64_t site, const char *format, ...)
    __attribute__((format(printf, 4, 5))); /* of the event that the running thread has just executed */
void note_of(uint32_t thread, enum heddle_note_kind kind, uint64_t object, uint64_t site, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
void note_at(uint32_t thread, uint32_t step, enum heddle_note_kind kind, uint64_t object, uint64_t site, const char *format, ...)
    __attribute__((format(printf, 6, 7))); /* of an event that is past */
_Noreturn void unmodelled(const char *function, uint64_t site);
_Noreturn void out_of(const char *what, uint64_t limit);

/* ---- fiber.c ---- */
void fiber_reserve(void);            /* once, in the zygote */
bool fiber_pool_grow(uint32_t want); /* zygote only: at least `want` parked threads */
uint32_t fiber_pool_size(void);
void *fiber_base_buffer(const struct fiber *fiber); /* the cleanup buffer that libc itself registered for its TCB */
struct fiber *fiber_create(uint32_t id, struct fiber *parent, uint32_t ordinal, size_t stack_size);
void fiber_switch(struct fiber *to);
struct fiber *fiber_by_id(uint32_t id); /* NULL if there is none */
struct fiber *fiber_by_handle(uint64_t handle);
const char *fiber_handle_fault(const struct fiber *fiber); /* thread.c: why its handle may not be used any more; NULL: it may */
void fiber_entry(void); /* thread.c: what a new fiber runs */

/* ---- heap.c ---- */
#define ZYGOTE_ARENA MAX_THREAD_ID /* no thread has this id */
void heap_use(uint32_t thread_id); /* allocations from now on come from this thread's arena */
struct heap_block {
    uint64_t start, size; /* as asked for */
    bool is_freed;
    uint32_t freed_by;               /* thread */
    uint64_t allocated_at, freed_at; /* sites; 0 if not known */
};
bool heap_lookup(uint64_t address, struct heap_block *found); /* by a walk: for reports */

/* Calls `each` for the blocks in use that a thread has allocated, in the order of their addresses: in its first arena, or in the
 * second one. Of those that were allocated before main only the first thread has any, and they are told by `early`. */
typedef void heap_block_fn(uint64_t start, uint64_t size, uint32_t allocated_at, bool early, void *context);
void heap_blocks_of(uint32_t thread_id, bool second, heap_block_fn *each, void *context);

/* ---- time.c ---- */
void time_on_event(struct fiber *fiber, const struct heddle_event *event);
void time_expire(struct fiber *fiber, uint64_t deadline); /* everything that has happened is past, and so is the deadline */

bool time_sleep(uint64_t nanoseconds, uint64_t site); /* whether no signal interrupted it */

/* ---- memory.c ---- */
void memory_settle(struct fiber *fiber); /* completes fiber->unsettled */
extern const struct heddle_hooks hooks;

/* ---- resolve.c ---- */
void resolve_register(const struct heddle_site *begin, const struct heddle_site *end);
bool resolve_any_sites(void);
bool resolve_is_site(uint64_t address); /* a record of a site, so announced by instrumented code */
uint64_t resolve_place(uint32_t low_half); /* as resolve_site, or of the address of an instruction */
uint64_t resolve_site(uint32_t low_half); /* of the address of a site; 0 if there is none */
size_t resolve(uint64_t address, struct heddle_resolved *out, const char *strings[4]);

/* ---- zygote.c ---- */
_Noreturn void zygote_serve(const char *socket_path, int (*run)(void));

/* ---- channel.c ---- */
int channel_connect(const char *path);
bool channel_read(int fd, void *into, size_t length);
struct iovec;
bool channel_write(int fd, struct iovec *parts, int count);

#define REAL(name) ((__typeof__(&name))real_function(#name))
void *real_function(const char *name);

#endif
