/* What threads can wait for: descriptors that may block, sets of signals, timers, and the time. Each has a slot. */
#ifndef HEDDLE_SLOTS_H
#define HEDDLE_SLOTS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define SLOTS (31 * 132) /* a multiple of WORD_SLOTS: see ready_words.h */

struct fiber;
struct timer;
struct request;

enum slot_kind {
    SLOT_FREE,
    SLOT_DESCRIPTOR,
    SLOT_SIGNALS,
    SLOT_TIMER,
    SLOT_TIME,
    SLOT_SHOWN,
    SLOT_REQUEST,
    SLOT_CHILD,
    SLOT_RESERVED
};

struct slot {
    enum slot_kind kind;
    uint32_t process; /* whose descriptor it is: see processes.h */
    int descriptor; /* of SLOT_SHOWN: that shows a thread its signals */
    bool outside; /* other processes, the network or real time decide when the descriptor is ready */
    bool listens; /* a socket that others may connect to */
    bool shows; /* signals: of signalfd, or an epoll set */
    bool runs; /* the signals are those that the thread does not block and that have a handler */
    bool is_replaced; /* dup2 has put what never blocks behind the number: the slot stays its own */
    bool closed; /* the slot stays the number's, so that who is about to use it does the same whether this has happened or not */
    int holds; /* the descriptor is the runtime's own copy of that of the slot before this one: see held.h; 0: it is the program's */
    int flags; /* as they were then */
    uint64_t channel; /* that the descriptor belongs to, see channels.h; 0: to none that is known */
    dev_t device;
    ino_t inode;
    const struct fiber *fiber; /* who waits for the signals, or for the time; whose call holds the descriptor */
    const struct timer *timer;
    const struct request *request; /* for input or output, asynchronous: it has been carried out */
    uint64_t set; /* of signals; of SLOT_CHILD: which child process of the thread's has ended, see kernel_child */
    uint32_t thread; /* of a reserved slot: whom signals and cancellation interrupt */
};

/* What is ready of what is no descriptor: those who know it, in rooms' folders above this one, set it in the zygote. */
struct slot_sources {
    /* The signals of the set that are pending for the thread, as bits. `runs`: those that run handlers, and unless the set is SIGNALS_ALONE,
     * a cancellation. */
    uint64_t (*signals_pending)(const struct fiber *fiber, uint64_t set, bool runs);
    bool (*signals_shown_at)(const struct fiber *fiber, int descriptor); /* the descriptor shows the thread a signal */
    bool (*timer_may_expire)(const struct timer *timer); /* now, whatever else happens */
    bool (*timers_before)(uint64_t until); /* one that is armed expires by then */
    bool (*request_is_done)(const struct request *request);
    void (*timer_closed)(int descriptor); /* it will be closed, in this event; a timer may be behind it */
    void (*timer_copied)(int descriptor, int copy); /* likewise */
};
#define SIGNALS_ALONE (~0ull)
extern struct slot_sources slot_sources;

/* Once, in the zygote: which descriptors come from outside. */
void slots_prepare(void);

/* How many slots may be in use: none from this one on is. */
int slots_end(void);
struct slot *slot_at(int slot);

/* Whether the slot is that of a descriptor that has not been closed. */
bool slot_is_open(int slot);

/* The slot of a descriptor that may block, or might until it was closed or replaced; -1 if it has none yet, -2 if it does not block. */
int slot_find(int descriptor);

/* The slot of what is no descriptor: that is like `wanted`; -1 if there is none. */
int slot_like(const struct slot *wanted);

/* Takes slots for what interrupts the first threads, by their names: as long as the main thread is alone, in an event. Threads that have
 * one need no event of their own to take it, which would be dependent with all that others wait for. The bit for reading is set if
 * signals or a cancellation interrupt the thread, the bit for writing if signals do. */
#define SLOTS_RESERVED 8u
void slots_reserve(void);
bool slots_reserved(void);

/* The reserved slot of the thread with this name; -1 if it has none. */
int slot_reserved_for(uint32_t thread);

/* Takes a slot for it. Ends the check if there are too many. */
void slot_take(const struct slot *wanted);

/* A new descriptor of this channel, or of none, in the event that made it. */
void slot_adopt(int descriptor, uint64_t channel);

/* What is behind the descriptor was put there, in this event. If its number has a slot, calls on it remain operations. */
void slot_replaced(int descriptor);

/* The descriptor in the slot will be closed now, in this event. */
void slot_closing(int slot);

/* A copy of the descriptor in the slot has been made, in this event, which a call of the running thread holds, and which no number of the
 * program's means. Returns its slot. */
int slot_hold(int slot, int copy);

/* The slot has no descriptor any more: it has been closed, in this event. */
void slot_free(int slot);

/* What a process has inherited of those that are held in the one that has made it, it does not have. */
void slots_leave_held(uint32_t parent);

/* The flags of the descriptor in the slot, or those with which it was closed. */
int slot_flags(int slot);

/* The socket in the slot has been connected, or listens: others than this process may now be at its other end. */
void slot_connected(int slot, bool listens);

/* Whether the running process, of those of the execution, has descriptors with slots. */
bool slots_any_own(void);

/* A new process of the execution has the descriptors of the running one: each gets a slot of its own. In an event. */
void slots_inherit(uint32_t process);

/* The running process ends: closes those of its descriptors that have slots, from this one on. In an event. */
void slots_close_own(int from);

/* There is another process now, which nobody controls, that has the same descriptors: it may make them ready, too. */
void slots_share(void);

/* Whether there may be descriptors that show signals. */
bool slots_may_show_signals(void);

/* Whether a socket listens; whether anything comes from outside, or may. */
bool slots_listen(void);
bool slots_come_from_outside(void);

#endif
