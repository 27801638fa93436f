/* A timer ticks, a thread polls with a time limit, another one sleeps and looks: an execution in which nothing else happens goes on for
 * ever, and threads that wait beneath it wait for good. It is a round as livelocks are (cycle.c), but for time: deadlines and times that
 * clocks show are compared from the present on (round_word.h), which is allowed once clocks have come past what programs wait for; signals
 * that are pending, and timers, are compared as well.
 *
 * Rounds begin and end where nobody can go on until time passes, or all who can are about to sleep. They are only watched: nobody is sent
 * round. Where a round turns out to be none, as a counter comes nearer to its limit, the execution is let go on for as long as it has
 * taken so far. So looking costs little.
 *
 * Clocks that go on at different rates, as a timer and a thread that reads a clock before each wait, come back to no state for long.
 * Where a thread waits for good meanwhile, all others rest until TIME_IS_FAR. Any system may do so, and from then on time goes on in
 * steps that bring them back.
 */
#include "core/loops/idle_rounds.h"

#include "core/candidates.h"
#include "core/history/judge.h"
#include "core/loops/await.h"
#include "core/loops/cycle_memory.h"
#include "core/loops/round.h"
#include "core/loops/signature.h"
#include "core/virtual_time.h"
#include "model/dependence.h"
#include "model/ending.h"
#include "model/fibers/fiber.h"
#include "model/note.h"
#include "model/rule.h"
#include "model/runtime.h"
#include "model/shared.h"

#define PATIENCE 8u /* times that time passes before states are looked at */
#define SETTLED 2u /* times after which stacks hold what they hold in each round */
#define REMEMBERED 64u /* states */
#define LONGEST 512u /* events of one round */
#define ROUNDS 3u
#define IN_VAIN 50u /* time limits of threads that pass while some thread waits for good, before one takes years */
#define SOME 8u /* so many do, where they take MANY_EVENTS */
#define MANY_EVENTS 2000u
#define MOST_THREADS 512u /* more are too many to look at whenever time passes */

static struct {
    uint64_t signature;
    uint32_t at; /* how many events there were */
} states[REMEMBERED]; /* a ring */
static uint32_t passed, state_count, patient_until;
static uint32_t
    in_vain; /* time limits of threads in a row that have passed while some thread waited, and none got what it waited for */
static uint32_t vain_since; /* how many events there were at the first of them */
static uint32_t seen_to; /* the first event since the last of them */

static struct {
    uint32_t from, length; /* the round before; length 0: none is being tried */
    uint64_t signature;
    uint64_t kernel; /* what the kernel keeps was this */
    bool settled; /* the state is one in which accesses are taken down */
} tried;

static bool sleeps(const struct fiber *fiber) { return fiber->pending->kind == HEDDLE_SLEEP; }

/* Whether nothing happens before time passes, and nobody is in the middle of a sleep that timers expire in. */
static bool all_wait(void) {
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        const struct fiber *fiber = &rt.fibers[i];
        if (fiber->time.passes_to || (!sleeps(fiber) && is_enabled(fiber))) {
            return false;
        }
    }
    return true;
}

static uint64_t latest(void) {
    uint64_t time = 0;
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        time = rt.fibers[i].time.now > time ? rt.fibers[i].time.now : time;
    }
    return time;
}

/* Of all threads, and of how far away the times are that they wait for. */
static uint64_t present(void) {
    uint64_t hash = signature(), now = latest();
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        const struct fiber *fiber = &rt.fibers[i];
        if (has_deadline(fiber->pending)) {
            hash = signature_mix(signature_mix(hash, fiber->id), fiber->pending->argument - now);
        }
    }
    return hash;
}

/* Whether nothing that is not compared can have changed by it, where no other events have come since but such. */
static bool is_idle_event(const struct heddle_event *event) {
    if (event->alternative != HEDDLE_NO_ALTERNATIVE && event->alternative != HEDDLE_ALT_TIMEOUT) {
        return false;
    }
    switch (event->kind) {
        case HEDDLE_SIGNAL_WAIT:
        case HEDDLE_SIGNAL_CHANGE:
        case HEDDLE_IO_POLL:
        case HEDDLE_CHANNEL_POLL:
            return true;
        case HEDDLE_IO_READ:
        case HEDDLE_CHANNEL_READ:
        case HEDDLE_IO_WRITE:
        case HEDDLE_CHANNEL_WRITE: /* what has been written has been read, into memory, which is compared */
            return !outside.is_anything_to_read();
        case HEDDLE_THREAD_JOIN: /* that a handler or a time limit has ended */
            return event->result != 0;
        default:
            return rules[event->kind]->repeatable;
    }
}

static bool takes_part(const struct fiber *fiber, uint32_t from) {
    uint32_t i = rt.shared->event_count;
    while (i > from && rt.shared->events[i - 1].thread != fiber->id) {
        i--;
    }
    return i > from;
}

/* Whether it will go on some time, whatever others do. */
static bool goes_on(const struct fiber *fiber) {
    return fiber->pending->kind != 0 && (has_deadline(fiber->pending) || fiber->time.passes_to || is_enabled(fiber));
}

/* Whether the events from there on are such as can be compared, and those of all who go on. */
static bool is_round_from(uint32_t from) {
    for (uint32_t i = from; i < rt.shared->event_count; i++) {
        if (!is_idle_event(&rt.shared->events[i])) {
            return false;
        }
    }
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        if (goes_on(&rt.fibers[i]) && !is_asleep(&rt.fibers[i]) && !takes_part(&rt.fibers[i], from)) {
            return false;
        }
    }
    return true;
}

static void give_up(void) {
    tried.length = 0;
    state_count = 0;
    patient_until = 2 * rt.shared->event_count;
    rt.signs_states = rt.seeks_cycles;
    cycle_memory_end();
}

static void begin(uint64_t state) {
    if (rt.watches_memory) { /* for cycle.c */
        return;
    }
    uint32_t at = rt.shared->event_count;
    for (uint32_t i = state_count; i-- > 0 && state_count - i <= REMEMBERED;) {
        uint32_t from = states[i % REMEMBERED].at;
        if (at - from > LONGEST) {
            break;
        }
        if (states[i % REMEMBERED].signature == state && at > from && is_round_from(from)) {
            tried.from = from;
            tried.length = at - from;
            tried.signature = state;
            tried.kernel = outside.kernel_state();
            tried.settled = false;
            cycle_memory_begin(true);
            return;
        }
    }
    states[state_count % REMEMBERED].signature = state;
    states[state_count++ % REMEMBERED].at = at;
}

static bool is_same_round(void) {
    const struct heddle_event *end = &rt.shared->events[rt.shared->event_count];
    for (const struct heddle_event *event = end - tried.length; event < end; event++) {
        if (!round_event_is_same(event, event - tried.length)) {
            return false;
        }
    }
    return true;
}

/* Who waits for a thread to end that goes on for ever may be meant to: whether that is a livelock shows in other executions. */
static bool waits_for_good(const struct fiber *fiber) {
    for (uint32_t steps = 0; steps < rt.fiber_count; steps++) {
        if (!fiber || fiber->made.is_timer || fiber->pending->kind == 0 || goes_on(fiber) || spins_goes_on(fiber) ||
            fiber->pending->kind == HEDDLE_THREAD_JOIN_ALL) {
            return false;
        }
        if (fiber->pending->kind != HEDDLE_THREAD_JOIN) {
            return true;
        }
        fiber = fiber_by_id((uint32_t)fiber->pending->object);
    }
    return true; /* they wait for each other */
}

static bool any_waits_for_good(void) {
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        if (waits_for_good(&rt.fibers[i])) {
            return true;
        }
    }
    return false;
}

static bool exit_waits(void) {
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        if (rt.fibers[i].pending->kind == HEDDLE_PROCESS_EXIT) {
            return true;
        }
    }
    return false;
}

static bool any_is_asleep(void) {
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        if (is_asleep(&rt.fibers[i])) {
            return true;
        }
    }
    return false;
}

/* Who goes on for ever in this way does nothing else however late the process ends, so a late exit need not wait (LateExits.java). */
static void found(bool may_end) {
    if (may_end && any_is_asleep()) { /* no event of a round wakes it */
        end_execution(HEDDLE_SLEEP_BLOCKED);
    }
    if (exit_waits()) {
        if (may_end && !late_exit()) {
            end_execution(HEDDLE_TOO_LONG);
        }
        rt.seen.goes_round |= may_end;
        return;
    }
    const struct heddle_event *first = &rt.shared->events[rt.shared->event_count - tried.length];
    bool is_deadlock = any_waits_for_good();
    if (is_deadlock && !may_end) {
        return; /* some rounds later */
    }
    if (!is_deadlock && spins_go_on()) { /* and take part in the next rounds */
        give_up();
        return;
    }
    if (is_deadlock) {
        spins_check_reads();
    }
    note_of(first->thread, HEDDLE_NOTE_CYCLE, tried.length, first->site, "%s", "");
    if (is_deadlock) {
        outside.check_deadlock();
        end_stuck();
    }
    give_up();
    patient_until = UINT32_MAX;
}

/* Since accesses are taken down, all of them call the runtime, which leaves other words behind on stacks: the next round is compared with
 * the first one in which that was so. */
static bool settles(uint64_t state, uint32_t gone) {
    if (tried.settled || gone != 2 * tried.length || state == tried.signature || !is_same_round()) {
        return false;
    }
    tried.settled = true;
    tried.from += tried.length;
    tried.signature = state;
    cycle_memory_begin(true);
    return true;
}

static void go_on_trying(uint64_t state, bool may_end) {
    uint32_t gone = rt.shared->event_count - tried.from;
    if (gone % tried.length != 0 && gone < ROUNDS * tried.length) {
        return;
    }
    if (settles(state, gone)) {
        return;
    }
    bool same = gone % tried.length == 0 && state == tried.signature && is_same_round() && cycle_memory_is_same() &&
                tried.kernel == outside.kernel_state();
    if (!same) {
        give_up();
    } else if (gone >= ROUNDS * tried.length) {
        found(may_end);
    }
}

static bool can_look(void) {
    return !rt.section && !rt.seen.outside && !rt.seen.processes && !rt.request_awaited && rt.fiber_count <= MOST_THREADS &&
           rt.shared->event_count >= patient_until && ++passed > PATIENCE;
}

void idle_rounds_time_passes(bool may_end) {
    if (!can_look()) {
        return;
    }
    if (!rt.signs_states) {
        passed = PATIENCE - SETTLED;
        rt.signs_states = true;
    } else if (all_wait()) {
        uint64_t state = present();
        if (tried.length != 0) {
            go_on_trying(state, may_end);
        } else {
            begin(state);
        }
    }
}

/* By what others do, and not by a handler or a time limit. */
static bool got_what_it_waited_for(const struct heddle_event *event) {
    switch (event->kind) {
        case HEDDLE_SEM_WAIT:
        case HEDDLE_COND_WAKE:
        case HEDDLE_THREAD_JOIN:
        case HEDDLE_BARRIER_LEAVE:
        case HEDDLE_IO_READ:
        case HEDDLE_CHANNEL_READ:
            return event->result == 0 && !is_timeout(event);
        default:
            return false;
    }
}

static bool anybody_got_on(void) {
    bool any = false;
    for (; seen_to < rt.shared->event_count; seen_to++) {
        any |= got_what_it_waited_for(&rt.shared->events[seen_to]);
    }
    return any;
}

static bool anybody_sleeps(void) {
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        if (rt.fibers[i].time.passes_to) {
            return true;
        }
    }
    return false;
}

uint64_t idle_rounds_expiry(const struct fiber *fiber) {
    uint64_t deadline = fiber->pending->argument;
    if (deadline <= HEDDLE_DEADLINE_ANY || fiber->made.is_timer || anybody_sleeps()) {
        return deadline;
    }
    in_vain = !anybody_got_on() && any_waits_for_good() ? in_vain + 1 : 0;
    vain_since = in_vain <= 1 ? rt.shared->event_count : vain_since;
    bool is_long = in_vain >= SOME && rt.shared->event_count - vain_since > MANY_EVENTS;
    if ((in_vain < IN_VAIN && !is_long) || latest() >= TIME_IS_FAR) {
        return deadline;
    }
    if (tried.length != 0) {
        give_up();
    }
    state_count = patient_until = 0;
    return deadline > TIME_IS_FAR ? deadline : TIME_IS_FAR;
}
