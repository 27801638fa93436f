#include "core/history/judge.h"

#include <stdint.h>
#include <stdio.h>

#include "base/hot.h"
#include "base/real.h"
#include "core/history/explain.h"
#include "core/history/order_of_calls.h"
#include "core/history/said.h"
#include "core/history/specification.h"
#include "model/ending.h"
#include "model/note.h"
#include "model/runtime.h"
#include "model/shared.h"

#define MOST_RESETS 64u

static struct past_call calls[MOST_CALLS];
static uint16_t order[MOST_CALLS];

static void end_call(uint32_t count, const struct heddle_event *event, uint32_t at) {
    for (uint32_t i = count; i-- > 0;) {
        if (calls[i].thread == event->thread) {
            calls[i].end = at;
            calls[i].result = said_text(event->argument);
            return;
        }
    }
}

/* How many events there were when the history was begun anew. */
HOT static uint32_t reset_count;
static uint32_t resets[MOST_RESETS];

void history_reset(uint64_t site) {
    if (rt.current->call.is_open) {
        unmodelled("heddle_history_reset within an operation", site);
    }
    if (rt.live_count > 1) {
        unmodelled("heddle_history_reset while other threads run: call it when they have been joined", site);
    }
    if (reset_count == MOST_RESETS || rt.shared->note_count == MAX_NOTES) {
        out_of("calls of heddle_history_reset", MOST_RESETS);
    }
    resets[reset_count++] = rt.shared->event_count;
    note(HEDDLE_NOTE_HISTORY_RESET, rt.shared->event_count, site, "%s", "");
}

static uint32_t read_calls(uint64_t object, uint32_t round) {
    uint32_t count = 0, end = round < reset_count ? resets[round] : rt.shared->event_count;
    for (uint32_t at = round > 0 ? resets[round - 1] : 0; at < end; at++) {
        const struct heddle_event *event = &rt.shared->events[at];
        if (event->kind == HEDDLE_RESPONSE && event->object == object) {
            end_call(count, event, at);
        } else if (event->kind == HEDDLE_INVOCATION && event->object == object) {
            if (count == MOST_CALLS) {
                out_of("operations on an object with a specification", MOST_CALLS);
            }
            calls[count++] = (struct past_call){
                .begin = at, .end = UINT32_MAX, .thread = event->thread, .operation = said_text(event->argument)};
        }
    }
    return count;
}

/* The note has the calls of the longest order, by their numbers, as far as there is room. */
static void tell(const struct specification *specification, uint32_t round, uint32_t length) {
    char text[sizeof rt.shared->notes[0].text];
    size_t used = (size_t)REAL(snprintf)(text, sizeof text, "%u", round);
    for (uint32_t i = 0; i < length && used + 8 < sizeof text; i++) {
        used += (size_t)REAL(snprintf)(text + used, sizeof text - used, " %u", order[i]);
    }
    note(HEDDLE_NOTE_UNEXPLAINED, specification->object, specification->site, "%s", text);
}

static bool is_before(const struct past_call *one, const struct past_call *other) {
    return order_call_is_before(one->thread, one->end, other->begin);
}

/* Whether the specification explains the history; else `length` is that of the longest order. */
static bool is_explained(const struct specification *specification, uint32_t count, uint32_t waiting, uint32_t *length) {
    struct past past = {.calls = calls, .count = count, .waiting = waiting, .sequential = rt.asked.sequential};
    if (!rt.asked.sequential && !rt.asked.quiescent && order_calls_is_loose()) {
        past.is_before = is_before;
    }
    switch (explain(specification, &past, order, length)) {
        case EXPLAINED:
            return true;
        case NOT_EXPLAINED:
            return false;
        case GIVEN_UP:
            break;
    }
    note(HEDDLE_NOTE_RESOURCES, 0, specification->site, "the search for an order that the specification allows was given up");
    end_execution(HEDDLE_RESOURCES);
}

static uint32_t read_history(const struct specification *specification, uint32_t round) {
    uint32_t count = read_calls(specification->object, round);
    if (rt.asked.quiescent) {
        explain_quiet_moments_alone(calls, count);
    }
    return count;
}

static void judge(const struct specification *specification, uint32_t round) {
    uint32_t length, count = read_history(specification, round);
    if (!is_explained(specification, count, ANY_MAY_COME, &length)) {
        tell(specification, round, length);
    }
}

/* The calls that have ended come first: without them there is no state in which another one waits. */
static void judge_waits(const struct specification *specification, uint32_t round) {
    uint32_t length, count = read_history(specification, round);
    if (!is_explained(specification, count, NONE_COMES, &length)) {
        tell(specification, round, length);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!calls[i].result && !is_explained(specification, count, i, &length)) {
            note_of(calls[i].thread, HEDDLE_NOTE_UNEXPLAINED_WAIT, calls[i].thread, specification->site, "%s", "");
        }
    }
}

static void judge_all(void (*judges)(const struct specification *, uint32_t round)) {
    for (uint32_t i = 0; i < specification_count(); i++) {
        if (rt.shared->note_count == MAX_NOTES) {
            end_execution(HEDDLE_RESOURCES);
        }
        for (uint32_t round = 0; round <= reset_count; round++) {
            judges(specification_at(i), round);
        }
    }
}

void judge_histories(void) {
    if (!rt.asked.serial) { /* executions in one go are among all others */
        judge_all(judge);
    }
}

static bool any_may_wait(void) {
    bool any = false;
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        const struct fiber *fiber = &rt.fibers[i];
        if (!fiber->exited && fiber->call.is_open && fiber->call.may_wait) {
            note_of(fiber->id, HEDDLE_NOTE_CALL_WAITS, fiber->id, 0, "%s", "");
            any = true;
        }
    }
    return any;
}

_Noreturn void end_stuck(void) {
    if (any_may_wait() && !rt.asked.serial) {
        rt.mode = MODE_ENDING; /* what the program's functions do from now on is told to nobody */
        judge_all(judge_waits);
        rt.mode = MODE_RUNNING;
    }
    end_execution(HEDDLE_DEADLOCK);
}
