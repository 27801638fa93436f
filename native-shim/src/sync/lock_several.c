#include "sync/lock_several.h"

#include "kernel/process/process.h"
#include "model/runtime.h"

#define MOST_MUTEXES 8u /* of one call; where it has more at a time, all rounds are explored */
#define ROUNDS 1u       /* that come to nothing, of each call */

static struct several {
    bool active;
    uint32_t rounds;
    uint32_t count; /* of the mutexes that it has */
    uint64_t mutexes[MOST_MUTEXES];
} several_of[MAX_FIBERS];

void lock_several(bool begins) {
    if (running()) {
        several_of[rt.current->index] = (struct several){.active = begins};
    }
}

void lock_several_took(const struct fiber *fiber, uint64_t mutex) {
    struct several *several = &several_of[fiber->index];
    if (several->active) {
        if (several->count < MOST_MUTEXES) {
            several->mutexes[several->count] = mutex;
        }
        several->count++;
    }
}

void lock_several_gave(const struct fiber *fiber, uint64_t mutex) {
    struct several *several = &several_of[fiber->index];
    if (several->active && several->count > 0 && several->count <= MOST_MUTEXES) {
        several->count--;
        for (uint32_t i = 0; i < several->count; i++) {
            if (several->mutexes[i] == mutex) {
                several->mutexes[i] = several->mutexes[several->count];
            }
        }
    }
}

static bool has_for_a_moment(const struct fiber *owner, uint64_t mutex) {
    const struct several *several = &several_of[owner->index];
    if (!several->active || several->count > MOST_MUTEXES) {
        return false;
    }
    for (uint32_t i = 0; i < several->count; i++) {
        if (several->mutexes[i] == mutex) {
            return true;
        }
    }
    return false;
}

void lock_several_failed(const struct fiber *owner, uint64_t mutex, uint64_t site) {
    struct several *several = &several_of[rt.current->index];
    if (several->active && owner && has_for_a_moment(owner, mutex) && several->rounds++ == ROUNDS) {
        process_give_up(site);
    }
}
