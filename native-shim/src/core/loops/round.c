#include "core/loops/round.h"

#include "base/catalogue.h"
#include "core/loops/cycle_memory.h"
#include "core/loops/round_word.h"
#include "heddle_abi.h"
#include "model/resolve.h"
#include "model/rule.h"

/* Whether it is an access of memory whose old content nothing depends on but its new one. */
static bool counts(const struct heddle_event *event) {
    return resolve_is_site(event->site) && heddle_counts((const struct heddle_site *)(uintptr_t)event->site);
}

/* What a read-modify-write or a plain write leaves is compared in memory. */
bool round_event_is_same(const struct heddle_event *a, const struct heddle_event *b) {
    bool same = a->thread == b->thread && a->kind == b->kind && a->object == b->object && a->object2 == b->object2 &&
                a->alternative == b->alternative && a->site == b->site &&
                (a->argument == b->argument || (has_deadline(a) && has_deadline(b)));
    return same && (counts(a) || ((a->result == b->result || a->kind == HEDDLE_ATOMIC_RMW) &&
                                  (round_word(a->value) == round_word(b->value) || a->kind == HEDDLE_WRITE)));
}

void round_take_down(const struct heddle_event *event) {
    if (!is_memory_access(event->kind)) {
        return;
    }
    if (!operation_has(event->kind, TRAIT_LOOKS)) {
        cycle_memory_written(event->object, event->argument, counts(event));
    } else if (!is_plain_access(event->kind)) {
        cycle_memory_read(event->object, event->argument);
    }
}
