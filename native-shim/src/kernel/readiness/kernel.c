/* The kernel's side of waiting: one word that tells what is ready. Whatever happens to descriptors and signals is an event on one
 * object, so all such events are ordered: more than needed, but no dependence can be forgotten, be it through the other end of
 * a pipe, a duplicate, or an epoll set. After each event the word is worked out anew by asking the kernel; between events it
 * does not change, unless another process does something. Events on one channel (channels.h) are the exception: they write the channel,
 * and only read that object, and what changes in the word by them are bits of the channel. */
#include "kernel/readiness/kernel.h"

#include <errno.h>

#include "base/compiler.h"
#include "base/hot.h"
#include "core/loops/looks.h"
#include "core/loops/stack_state.h"
#include "core/schedule.h"
#include "core/virtual_time.h"
#include "kernel/outside/peers.h"
#include "kernel/readiness/channels.h"
#include "kernel/readiness/ready_words.h"
#include "memory/numbers.h"
#include "model/channel_names.h"
#include "model/dependence.h"
#include "model/note.h"
#include "model/operation.h"
#include "model/rule.h"
#include "model/runtime.h"
#include "race/object_order.h"

HOT static uint32_t last; /* the last event on the object, or on a channel */
HOT static uint64_t channel; /* that it is on alone, or the name of several; 0: none */
static struct ready_words changed; /* by it, on that */

bool kernel_is_ready(uint64_t bits) { return readiness_has(bits); }

uint64_t kernel_writable(int slot) { return ready_bit(slot, true); }

uint64_t kernel_either(uint64_t bits, uint64_t others) {
    if (LIKELY(!((bits | others) & READY_NAMED))) {
        return bits | others;
    }
    struct ready_words all = {{0}};
    ready_add(&all, bits);
    ready_add(&all, others);
    return ready_waited(&all);
}

bool kernel_peers_come(void) {
    uint64_t before = readiness();
    if (peers_start()) {
        kernel_settle();
    }
    return readiness() != before;
}

/* `alone`: the channels that the operation is on, by their name, or 0. `tries_for`: see struct fiber. */
static const struct heddle_event *execute(const struct heddle_event *operation, uint64_t alone, uint64_t tries_for) {
    rt.current->tries_for = tries_for;
    const struct heddle_event *event = point(operation);
    last = rt.shared->event_count - 1;
    channel = alone;
    return event;
}

static uint64_t waited(struct needed needed) { return needed.waits ? needed.bits : 0; }

/* Other processes may make it ready at any moment. */
static uint64_t tried(struct needed needed) { return needed.waits || rt.seen.outside || peers_wanted() ? 0 : needed.bits; }

static const struct heddle_event *point_for(enum heddle_op kind, struct needed needed, uint64_t deadline, uint64_t site) {
    uint64_t bits = waited(needed);
    if (UNLIKELY(peers_wanted()) && bits && !kernel_is_ready(bits) && slots_listen()) {
        kernel_peers_come(); /* a server waits, perhaps for them */
    }
    struct heddle_event operation = operation_with(kind, HEDDLE_KERNEL_OBJECT, bits, deadline, site);
    return execute(&operation, 0, tried(needed));
}

const struct heddle_event *kernel_point(enum heddle_op kind, uint64_t bits, uint64_t deadline, uint64_t site) {
    return point_for(kind, (struct needed){.bits = bits, .waits = true}, deadline, site);
}

void kernel_tried(bool found) {
    if (rt.current->tries_for != 0) {
        if (found) {
            looks_forget(rt.current);
        }
        stack_clean_after_call();
    }
}

static enum heddle_op on_kernel(enum heddle_op kind) {
    switch (kind) {
        case HEDDLE_CHANNEL_CHANGE:
            return HEDDLE_IO_CHANGE;
        case HEDDLE_CHANNEL_READ:
            return HEDDLE_IO_READ;
        case HEDDLE_CHANNEL_WRITE:
            return HEDDLE_IO_WRITE;
        default:
            return kind;
    }
}

bool kernel_slot_point(enum heddle_op kind, int slot, struct needed needed, uint64_t site) {
    uint64_t alone = kind == on_kernel(kind) ? 0 : channel_of(slot);
    if (alone) {
        struct heddle_event operation = operation_with(kind, alone, waited(needed), 0, site);
        execute(&operation, alone, tried(needed));
        changed = (struct ready_words){{0}};
    }
    bool is_alone = alone && channel_of(slot) == alone; /* the number may have been given to another one before this event */
    if (!is_alone) {
        point_for(on_kernel(kind), needed, 0, site);
    }
    return is_alone;
}

bool kernel_poll_point(const struct polled *polled, uint64_t deadline, uint64_t site) {
    uint64_t alone = polled->count <= POLLED_SLOTS ? channels_meant(polled->slots, polled->count) : 0;
    if (!alone) {
        return is_timeout(point_for(HEDDLE_IO_POLL, polled->needed, deadline, site));
    }
    struct heddle_event operation = operation_with(HEDDLE_CHANNEL_POLL, alone, waited(polled->needed), deadline, site);
    bool is_late = is_timeout(execute(&operation, alone, tried(polled->needed)));
    if (!is_late && channels_of(polled->slots, polled->count) != alone) {
        return is_timeout(point_for(HEDDLE_IO_POLL, polled->needed, deadline, site));
    }
    if (UNLIKELY(!is_late && slot_sources.signals_pending(rt.current, 0, true))) {
        kernel_point(HEDDLE_IO_POLL, 0, 0, site); /* what interrupts it is no matter of the channels alone */
    }
    return is_late;
}

void kernel_wait_for_children(uint64_t bits, uint64_t site) {
    struct heddle_event operation = operation_with(HEDDLE_SIGNAL_WAIT, HEDDLE_KERNEL_OBJECT, bits, 0, site);
    operation.order = HEDDLE_ORDER_OWN;
    execute(&operation, 0, 0);
}

void kernel_settle(void) {
    int saved = errno;
    if (UNLIKELY(peers_started())) {
        peers_await();
    }
    if (channel) {
        if (rt.shared->events[last].kind != HEDDLE_CHANNEL_POLL) { /* that changes nothing */
            readiness_refresh_channel(channels_have_ended() ? 0 : channel, &changed);
            rt.shared->events[last].value = ready_waited(&changed);
        }
        if (UNLIKELY(rt.seen.outside)) {
            readiness_refresh(); /* what has come meanwhile is told by the next event on all */
        }
    } else {
        readiness_refresh();
        rt.shared->events[last].value = readiness();
    }
    errno = saved;
}

void kernel_told(int what) {
    struct heddle_event *event = &rt.shared->events[last];
    if (last + 1 == rt.shared->event_count && event->kind == HEDDLE_SIGNAL_CHANGE && event->thread == rt.current->id) {
        event->result = what;
    }
}

void kernel_number_told(int number) { rt.shared->events[last].result = number; }

int kernel_slot(int fd, uint64_t site) {
    int saved = errno;
    int slot = slot_find(fd);
    if (slot == -1) {
        kernel_point(HEDDLE_IO_CHANGE, 0, 0, site);
        slot_adopt(fd, channel_met(fd));
        kernel_settle();
        slot = slot_find(fd);
    }
    if (slot >= 0 && slot_at(slot)->outside) {
        rt.seen.outside = true;
        note(HEDDLE_NOTE_UNCONTROLLED, 0, site, "a descriptor that other processes, the network or real time make ready");
    }
    errno = saved;
    return slot < 0 ? -1 : slot;
}

void kernel_forks(uint32_t process, uint64_t site) {
    if (slots_any_own()) {
        kernel_point(HEDDLE_IO_CHANGE, 0, 0, site);
        slots_inherit(process);
        kernel_settle();
    }
}

void kernel_ends(int from, uint64_t site) {
    if (slots_any_own()) {
        kernel_point(HEDDLE_IO_CHANGE, 0, 0, site);
        slots_close_own(from);
        kernel_settle();
    }
}

void kernel_number_used(uint64_t site) {
    struct heddle_event operation = operation_with(HEDDLE_IO_CHANGE, HEDDLE_KERNEL_OBJECT, 0, 0, site);
    operation.order = HEDDLE_ORDER_OWN;
    execute(&operation, 0, 0);
}

static void look(uint64_t site) {
    kernel_number_used(site);
    kernel_settle();
}

void kernel_prepare(void) {
    numbers_look_by(look);
    channels_prepare();
}

/* The bit of a slot that is like this one; a visible operation makes it. */
static uint64_t bit_of(const struct slot *wanted, uint64_t site) {
    int slot = slot_like(wanted);
    while (slot < 0) {
        kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
        slot_take(wanted);
        kernel_settle();
        slot = slot_like(wanted);
    }
    return ready_bit(slot, false);
}

uint64_t kernel_signals(const struct fiber *fiber, uint64_t set, bool runs, uint64_t site) {
    int slot = runs ? slot_reserved_for(fiber->id) : -1;
    if (slot >= 0) {
        return ready_bit(slot, set == SIGNALS_ALONE);
    }
    return bit_of(&(struct slot){.kind = SLOT_SIGNALS, .runs = runs, .fiber = fiber, .set = set}, site);
}

uint64_t kernel_readable(int slot, uint64_t site) {
    const struct slot *of = slot_at(slot);
    const struct slot shown = {.kind = SLOT_SHOWN, .fiber = rt.current, .descriptor = of->descriptor};
    return kernel_either(ready_bit(slot, false), of->shows ? bit_of(&shown, site) : 0);
}

uint64_t kernel_timer(const struct timer *timer, uint64_t site) {
    return bit_of(&(struct slot){.kind = SLOT_TIMER, .timer = timer}, site);
}

uint64_t kernel_request(const struct request *request, uint64_t site) {
    return bit_of(&(struct slot){.kind = SLOT_REQUEST, .request = request}, site);
}

uint64_t kernel_time(const struct fiber *fiber, uint64_t site) {
    return bit_of(&(struct slot){.kind = SLOT_TIME, .fiber = fiber}, site);
}

uint64_t kernel_child(uint32_t which, uint64_t site) {
    return bit_of(&(struct slot){.kind = SLOT_CHILD, .fiber = rt.current, .set = which}, site);
}

/* ---- the operations ---- */

static bool enabled(const struct fiber *fiber, const struct heddle_event *operation) {
    (void)fiber;
    return operation->object2 == 0 || kernel_is_ready(operation->object2);
}
static void apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    event->value = readiness(); /* kernel_settle knows better in a moment */
}

/* What operations on the kernel as a whole pass on is kept twice: without what those on channels do, for a channel passes on only what was
 * written to itself. */
#define WITHOUT_CHANNELS (HEDDLE_KERNEL_OBJECT + 1)

static void add(struct fiber *fiber, const struct heddle_event *event) {
    if (event->order == HEDDLE_ORDER_OWN) {
        return;
    }
    order_add(fiber, event);
    if (channels_may_be_used()) {
        order_add_to(fiber, HEDDLE_FAMILY_KERNEL, WITHOUT_CHANNELS);
    }
}

static void add_to_channel(struct fiber *fiber, const struct heddle_event *event) {
    order_add(fiber, event);
    order_add_to(fiber, HEDDLE_FAMILY_KERNEL, HEDDLE_KERNEL_OBJECT);
}

static void take_from_channels(struct fiber *fiber, const struct heddle_event *event) {
    uint64_t channels[MOST_IN_CHANNEL_SET];
    uint32_t count = channels_named(event->object, channels);
    for (uint32_t i = 0; i < count; i++) {
        order_take_of(fiber, HEDDLE_FAMILY_CHANNEL, channels[i]);
    }
    order_take_of(fiber, HEDDLE_FAMILY_KERNEL, WITHOUT_CHANNELS);
}

/* Reading and polling take over what was written to any descriptor, or to any of the channels: rather too much order than a false alarm. */
RULE(IO_CHANGE) = {.enabled = enabled, .apply = apply, .expires = always_expires, .releases = add};
RULE(IO_READ) = {.enabled = enabled, .apply = apply, .expires = always_expires, .acquires = order_take};
RULE(IO_WRITE) = {.enabled = enabled, .apply = apply, .expires = always_expires, .releases = add};
RULE(IO_POLL) = {.enabled = enabled, .apply = apply, .expires = always_expires, .acquires = order_take, .vain = VAIN};
RULE(CHANNEL_CHANGE) = {.enabled = enabled, .releases = add_to_channel};
RULE(CHANNEL_READ) = {.enabled = enabled, .acquires = take_from_channels};
RULE(CHANNEL_POLL) = {.enabled = enabled, .expires = always_expires, .acquires = take_from_channels, .vain = VAIN};
RULE(CHANNEL_WRITE) = {.enabled = enabled, .releases = add_to_channel};
RULE(SIGNAL_CHANGE) = {
    .enabled = enabled, .apply = apply, .expires = always_expires, .acquires = order_take, .releases = add, .vain = VAIN};
RULE(SIGNAL_WAIT) = {.enabled = enabled, .apply = apply, .expires = always_expires, .acquires = order_take, .vain = VAIN};
