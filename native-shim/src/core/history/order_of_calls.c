#include "core/history/order_of_calls.h"

#include <stdio.h>

#include "base/hot.h"
#include "base/real.h"
#include "core/buffers/store_buffer.h"
#include "model/note.h"
#include "model/runtime.h"
#include "model/shared.h"
#include "race/clocks/times.h"

#define MOST_ENDS 4096u
#define MOST_BEGINS 4096u
#define MOST_KNOWN 16384u

/* What comes behind these limits is taken as unordered: then more orders explain the results, and no alarm is false. */
HOT static uint32_t end_count, begin_count, known_count;
static struct {
    uint32_t event, thread, epoch;
    bool late; /* some of its stores have not reached memory */
} ends[MOST_ENDS];
static struct {
    uint32_t event, first, count; /* of what it knows: the last end of each thread that happens before it */
} begins[MOST_BEGINS];
static uint32_t known[MOST_KNOWN]; /* places in `ends` */

/* Nobody asks for the order otherwise. */
static bool may_be_loose(void) { return rt.asked.older || rt.asked.buffers; }

static bool knows_of(uint32_t first, uint32_t thread) {
    for (uint32_t i = first; i < known_count; i++) {
        if (ends[known[i]].thread == thread) {
            return true;
        }
    }
    return false;
}

static void tell_known(uint32_t event, uint32_t first) {
    char text[sizeof rt.shared->notes[0].text] = "";
    size_t used = 0;
    for (uint32_t i = first; i < known_count && used + 12 < sizeof text; i++) {
        used += (size_t)REAL(snprintf)(text + used, sizeof text - used, "%s%u", used ? " " : "", ends[known[i]].event);
    }
    note(HEDDLE_NOTE_CALLS_BEFORE, event, 0, "%s", text);
}

void order_call_begin(void) {
    if (!may_be_loose() || begin_count == MOST_BEGINS) {
        return;
    }
    uint32_t first = known_count, event = rt.shared->event_count - 1;
    const struct clock *c11 = times_at(rt.current->index)->c11;
    for (uint32_t i = end_count; i-- > 0 && known_count < MOST_KNOWN;) {
        if (epoch_is_before(ends[i].epoch, c11) && !knows_of(first, ends[i].thread)) {
            known[known_count++] = i;
        }
    }
    begins[begin_count].event = event;
    begins[begin_count].first = first;
    begins[begin_count++].count = known_count - first;
    tell_known(event, first);
}

void order_call_end(void) {
    if (!may_be_loose() || end_count == MOST_ENDS) {
        return;
    }
    const struct store_buffer *buffer = rt.asked.buffers ? buffer_of(rt.current) : NULL;
    bool late = buffer && buffer->stored > buffer->flushed;
    ends[end_count].event = rt.shared->event_count - 1;
    ends[end_count].thread = rt.current->id;
    ends[end_count].epoch = epoch_now(rt.current);
    ends[end_count++].late = late;
    if (late) {
        note(HEDDLE_NOTE_ENDS_LATE, rt.shared->event_count - 1, 0, "%s", "");
    }
}

bool order_calls_is_loose(void) { return rt.seen.older || rt.asked.buffers; }

static bool is_late(uint32_t end) {
    for (uint32_t i = 0; i < end_count; i++) {
        if (ends[i].event == end) {
            return ends[i].late;
        }
    }
    return true;
}

bool order_call_is_before(uint32_t thread, uint32_t end, uint32_t begin) {
    if (rt.shared->events[begin].thread == thread || (!rt.seen.older && !is_late(end))) {
        return end < begin;
    }
    for (uint32_t i = 0; i < begin_count; i++) {
        for (uint32_t k = 0; begins[i].event == begin && k < begins[i].count; k++) {
            uint32_t place = known[begins[i].first + k];
            if (ends[place].thread == thread) {
                return end <= ends[place].event;
            }
        }
    }
    return false;
}
