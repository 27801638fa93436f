#define _GNU_SOURCE
#include "zygote/runner/checkpoint/kept.h"

#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/direct.h"
#include "model/runtime.h"
#include "model/shared.h"
#include "zygote/files/output.h"
#include "zygote/runner/runner_state.h"

/* Parts of what is shared, which lie one behind the other in `bytes`. The events come first; only a stale copy lacks them. */
static uint32_t parts(struct span *all) {
    struct shared *s = rt.shared;
    const struct {
        void *start;
        uint64_t bytes;
    } list[] = {
        {s->events, s->event_count * sizeof *s->events},
        {s, offsetof(struct shared, events)},
        {s->more_fibers, s->fiber_count > FIRST_FIBERS ? (s->fiber_count - FIRST_FIBERS) * sizeof *s->more_fibers : 0},
        {s->notes, s->note_count * sizeof *s->notes},
        {s->races, s->race_count * sizeof *s->races},
        {s->touches, s->touch_count * sizeof *s->touches},
        {s->ready, s->ready_count * sizeof *s->ready},
    };
    uint32_t count = sizeof list / sizeof *list;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t start = (uint64_t)(uintptr_t)list[i].start;
        all[i] = (struct span){start, start + list[i].bytes};
    }
    return count;
}

static bool take_parts(struct kept *kept) {
    kept->part_count = parts(kept->parts);
    uint64_t at = 0;
    for (uint32_t i = 0; i < kept->part_count; i++) {
        uint64_t bytes = kept->parts[i].end - kept->parts[i].start;
        if (at + bytes > sizeof kept->bytes) {
            return false;
        }
        memcpy(kept->bytes + at, (const void *)kept->parts[i].start, bytes);
        at += bytes;
    }
    return true;
}

bool kept_take(void) {
    struct kept *kept = &runner->kept;
    kept->input = direct_call(SYS_lseek, 0, 0, SEEK_CUR, 0);
    for (int i = 0; i < 2; i++) {
        if (!output_copy(i, kept->output[i], sizeof kept->output[i], &kept->output_length[i])) {
            return false;
        }
    }
    return take_parts(kept);
}

static void put_parts_back(const struct kept *kept, bool stale) {
    const char *from = kept->bytes;
    for (uint32_t i = 0; i < kept->part_count; i++) {
        uint64_t bytes = kept->parts[i].end - kept->parts[i].start;
        if (i > 0 || stale) {
            memcpy((void *)kept->parts[i].start, from, bytes);
        }
        from += bytes;
    }
}

void kept_put_back(bool stale) {
    const struct kept *kept = &runner->kept;
    put_parts_back(kept, stale);
    for (int i = 0; i < 2 && (stale || runner->kernel.wrote); i++) {
        output_put_back(i, kept->output[i], kept->output_length[i], stale);
    }
    if (kept->input >= 0 && (stale || runner->kernel.read)) {
        direct_call(SYS_lseek, 0, kept->input, SEEK_SET, 0);
    }
}

const struct heddle_event *kept_events(void) { return (const struct heddle_event *)(const void *)runner->kept.bytes; }
