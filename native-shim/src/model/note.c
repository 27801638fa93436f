/* Notes: what the runtime sees that is not a visible operation. They are written where a crash cannot lose them. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/real.h"
#include "model/memory/arenas.h"
#include "model/ending.h"
#include "model/fibers/processes.h"
#include "model/fibers/debug.h"
#include "model/note.h"
#include "model/runtime.h"
#include "model/shared.h"

/* The figures of a note on memory, which others have not. */
static bool same_figures(const struct heddle_note *a, const struct heddle_note *b) {
    bool same_memory = a->bytes == b->bytes && a->offset == b->offset && a->block == b->block;
    bool is_memory = a->access != HEDDLE_ACCESS_NONE || a->kind == HEDDLE_NOTE_LEAK;
    return a->access == b->access && a->other == b->other && a->fault == b->fault && a->family == b->family && same_memory &&
           (!is_memory || a->thread == b->thread);
}

/* One note for each kind, place, text and set of figures is enough. */
static bool known(const struct heddle_note *other) {
    for (uint32_t i = 0; i < rt.shared->note_count; i++) {
        const struct heddle_note *n = &rt.shared->notes[i];
        if (n->kind == other->kind && n->site == other->site && n->object == other->object && same_figures(n, other) &&
            strcmp(n->text, other->text) == 0) {
            return true;
        }
    }
    return false;
}

static bool tells_of_its_block(enum heddle_note_kind kind) {
    return kind == HEDDLE_NOTE_USE_AFTER_FREE || kind == HEDDLE_NOTE_DOUBLE_FREE || kind == HEDDLE_NOTE_MISUSE ||
           kind == HEDDLE_NOTE_UNDEFINED;
}

/* Keeps the note in the next slot, unless it is known: then the slot is written again by the next one. */
static void keep(struct heddle_note *n) {
    if (!known(n)) {
        rt.shared->note_count++;
        debug_stop(STOP_NOTE, n->kind, n->site, n->text);
    }
}

bool note_is_made(enum heddle_note_kind kind, uint64_t site) {
    for (uint32_t i = 0; rt.shared && i < rt.shared->note_count; i++) {
        if (rt.shared->notes[i].kind == kind && rt.shared->notes[i].site == site) {
            return true;
        }
    }
    return false;
}

void note_memory(const struct heddle_note *figures) {
    if (rt.shared && rt.shared->note_count < MAX_NOTES) {
        struct heddle_note *n = &rt.shared->notes[rt.shared->note_count];
        *n = *figures;
        n->step = rt.shared->event_count;
        keep(n);
    }
}

/* Keeps a note of these figures and this text, if there is room. */
static void write_note(struct heddle_note figures, const char *format, va_list arguments) {
    if (!rt.shared || rt.shared->note_count >= MAX_NOTES) {
        return;
    }
    struct heddle_note *n = &rt.shared->notes[rt.shared->note_count];
    *n = figures;
    struct heap_block block;
    if (tells_of_its_block(n->kind) && heap_lookup(address_of_name(n->object), &block) && block.is_freed) {
        n->allocated_at = block.allocated_at;
        n->freed_at = block.freed_at;
    }
    REAL(vsnprintf)(n->text, sizeof n->text, format, arguments);
    keep(n);
}

__attribute__((format(printf, 2, 3))) static void put(struct heddle_note figures, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    write_note(figures, format, arguments);
    va_end(arguments);
}

static uint32_t runs(void) { return rt.shared ? rt.shared->running : 0; }
static uint32_t now(void) { return rt.shared ? rt.shared->event_count : 0; }

void note(enum heddle_note_kind kind, uint64_t object, uint64_t site, const char *format, ...) {
    struct heddle_note figures = {.kind = kind, .thread = runs(), .step = now(), .object = object, .site = site};
    va_list arguments;
    va_start(arguments, format);
    write_note(figures, format, arguments);
    va_end(arguments);
}

void note_of(uint32_t thread, enum heddle_note_kind kind, uint64_t object, uint64_t site, const char *format, ...) {
    struct heddle_note figures = {.kind = kind, .thread = thread, .step = now(), .object = object, .site = site};
    va_list arguments;
    va_start(arguments, format);
    write_note(figures, format, arguments);
    va_end(arguments);
}

void misuse_at(uint32_t thread, uint32_t step, enum heddle_note_kind kind, enum heddle_fault fault, enum heddle_family family,
               uint64_t object, uint64_t site, const char *function) {
    struct heddle_note figures = {.kind = kind,
                                  .thread = thread,
                                  .step = step,
                                  .object = object,
                                  .site = site,
                                  .fault = (uint16_t)fault,
                                  .family = (uint16_t)family};
    put(figures, "%s", function ? function : "");
}

void misuse(enum heddle_note_kind kind, enum heddle_fault fault, enum heddle_family family, uint64_t object, uint64_t site,
            const char *function) {
    misuse_at(runs(), now(), kind, fault, family, object, site, function);
}

void misuse_done(enum heddle_note_kind kind, enum heddle_fault fault, enum heddle_family family, uint64_t object, uint64_t site,
                 const char *function) {
    misuse_at(runs(), now() - 1, kind, fault, family, object, site, function);
}

_Noreturn void unmodelled(const char *function, uint64_t site) {
    note(HEDDLE_NOTE_UNMODELLED_CALL, 0, site, "%s", function);
    end_execution(HEDDLE_UNMODELLED);
}

_Noreturn void out_of(const char *what, uint64_t limit) {
    note(HEDDLE_NOTE_RESOURCES, 0, 0, "more than %llu %s", (unsigned long long)limit, what);
    end_execution(HEDDLE_RESOURCES);
}
