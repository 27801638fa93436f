#include "core/history/judge.h"

#include <stdint.h>
#include <stdio.h>

#include "base/real.h"
#include "core/history/explain.h"
#include "core/history/said.h"
#include "core/history/specification.h"
#include "model/ending.h"
#include "model/note.h"
#include "model/runtime.h"
#include "model/shared.h"

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

static uint32_t read_calls(uint64_t object) {
    uint32_t count = 0;
    for (uint32_t at = 0; at < rt.shared->event_count; at++) {
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
static void tell(const struct specification *specification, uint32_t length) {
    char text[sizeof rt.shared->notes[0].text] = "";
    size_t used = 0;
    for (uint32_t i = 0; i < length && used + 8 < sizeof text; i++) {
        used += (size_t)REAL(snprintf)(text + used, sizeof text - used, "%s%u", i ? " " : "", order[i]);
    }
    note(HEDDLE_NOTE_UNEXPLAINED, specification->object, specification->site, "%s", text);
}

static void judge(const struct specification *specification) {
    uint32_t length, count = read_calls(specification->object);
    if (rt.asked.quiescent) {
        explain_quiet_moments_alone(calls, count);
    }
    switch (explain(specification, calls, count, rt.asked.sequential, order, &length)) {
        case EXPLAINED:
            return;
        case NOT_EXPLAINED:
            tell(specification, length);
            return;
        case GIVEN_UP:
            note(HEDDLE_NOTE_RESOURCES, 0, specification->site,
                 "the search for an order that the specification allows was given up");
            end_execution(HEDDLE_RESOURCES);
    }
}

void judge_histories(void) {
    if (rt.asked.serial) {
        return; /* executions in one go are among all others */
    }
    for (uint32_t i = 0; i < specification_count(); i++) {
        if (rt.shared->note_count == MAX_NOTES) {
            end_execution(HEDDLE_RESOURCES);
        }
        judge(specification_at(i));
    }
}
