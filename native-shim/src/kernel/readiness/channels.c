#define _GNU_SOURCE
#include "kernel/readiness/channels.h"

#include <stddef.h>
#include <sys/stat.h>

#include "base/symbols.h"
#include "kernel/outside/peers.h"
#include "kernel/readiness/slots.h"
#include "model/fibers/fiber.h"
#include "model/runtime.h"

#define NAMES (1ull << 63) /* no address, and none with a process before it */
#define NAMES_OF_THREAD 24 /* bits */

static bool may_be_used, have_ended;

void channels_prepare(void) {
    static const char *const sets[] = {"epoll_create", "epoll_create1", NULL};
    may_be_used = !symbols_are_referred_to(sets) && !peers_wanted();
}

void channels_leave_out(void) { may_be_used = false; }

bool channels_may_be_used(void) { return may_be_used; }

void channels_end(void) { have_ended = true; }
bool channels_have_ended(void) { return have_ended; }

uint64_t channel_new(void) {
    uint64_t number = ++rt.current->seen.channels;
    return may_be_used && !have_ended ? NAMES | (uint64_t)rt.current->id << NAMES_OF_THREAD | number : 0;
}

uint64_t channel_of_descriptor(int descriptor) {
    int slot = may_be_used ? slot_find(descriptor) : -1;
    return slot >= 0 ? slot_at(slot)->channel : 0;
}

/* Of what has no name in a file system the inode tells nothing: an event counter may be meant that somebody has under another number. */
uint64_t channel_met(int descriptor) {
    struct stat status;
    if (!may_be_used || fstat(descriptor, &status) != 0) {
        return 0;
    }
    if (!S_ISFIFO(status.st_mode) && !S_ISSOCK(status.st_mode)) {
        channels_end();
        return 0;
    }
    for (int i = 0; i < slots_end(); i++) {
        const struct slot *slot = slot_at(i);
        if (slot_is_open(i) && slot->channel && slot->device == status.st_dev && slot->inode == status.st_ino) {
            return slot->channel;
        }
    }
    return 0;
}

uint64_t channel_of(int slot) {
    const struct slot *at = slot_at(slot);
    bool is_alone = may_be_used && !have_ended && !rt.seen.timers && !at->outside && !at->is_replaced;
    return is_alone ? at->channel : 0;
}
