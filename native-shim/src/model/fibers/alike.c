#include "model/fibers/alike.h"

#include <stddef.h>

#include "model/note.h"
#include "model/runtime.h"

void alike_creates(const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
    rt.current->alike.next = (struct fiber_start){.start = start, .argument = argument, .is_plain = attributes == NULL};
}

static bool has_created_alike(const struct fiber *creator) {
    const struct fiber_alike *own = &creator->alike;
    bool is_next = own->created && own->created_at + 1 == creator->seen.executed;
    return is_next && own->next.is_plain && own->last.is_plain && own->last.start == own->next.start &&
           own->last.argument == own->next.argument;
}

void alike_created(struct fiber *creator, struct fiber *child, const struct heddle_event *event, uint32_t clock) {
    struct fiber_alike *own = &creator->alike;
    if (!rt.asked.alike || rt.processes || event->object2 != 0) { /* no thread that the program creates by pthread_create */
        own->created = NULL;
        return;
    }
    if (has_created_alike(creator)) {
        struct fiber *before = own->created;
        struct fiber *first = is_alike(before) ? before->alike.first : before;
        if (first->alike.joined > 0) {
            alike_differ();
        }
        child->alike.first = first->alike.first = first;
        child->alike.before = before;
        first->alike.count = first == before ? 2 : first->alike.count + 1;
        rt.seen.alike = true;
    } else {
        child->alike.clock = clock;
    }
    own->created = child;
    own->created_at = creator->seen.executed;
    own->last = own->next;
}

bool alike_may_begin(const struct fiber *fiber) {
    const struct fiber *before = fiber->alike.before;
    return !before || before->seen.executed > 1;
}

bool alike_joined(struct fiber *ended) {
    struct fiber_alike *all = &ended->alike.first->alike;
    all->joined++;
    return all->joined == all->count;
}

void alike_result(const struct fiber *ended, bool is_looked_at) {
    if (is_alike(ended)) {
        struct fiber_alike *all = &ended->alike.first->alike;
        all->results_differ |= all->has_result && all->result != ended->result;
        all->is_looked_at |= is_looked_at;
        all->has_result = true;
        all->result = ended->result;
        if (all->results_differ && all->is_looked_at) {
            alike_differ();
        }
    }
}

void alike_differ(void) { note(HEDDLE_NOTE_THREADS_DIFFER, 0, 0, "%s", ""); }
