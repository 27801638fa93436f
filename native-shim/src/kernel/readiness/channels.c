#define _GNU_SOURCE
#include "kernel/readiness/channels.h"

#include <stddef.h>
#include <sys/stat.h>

#include "base/symbols.h"
#include "kernel/outside/peers.h"
#include "kernel/readiness/slots.h"
#include "model/channel_names.h"
#include "model/fibers/fiber.h"
#include "model/runtime.h"

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
    return may_be_used && !have_ended ? channel_name(rt.current->id, number) : 0;
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

/* Whatever other threads have put behind the number. */
static uint64_t channel_meant(int slot) {
    const struct slot *at = slot_at(slot);
    return may_be_used && !have_ended && !rt.seen.timers && !at->outside ? at->channel : 0;
}

uint64_t channel_of(int slot) { return slot_at(slot)->is_replaced ? 0 : channel_meant(slot); }

static uint64_t name_of_all(uint64_t (*of)(int), const int *slots, uint32_t count) {
    uint64_t name = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t channel = of(slots[i]);
        name = channel ? channel_name_with(name, channel) : 0;
        if (!name) {
            return 0;
        }
    }
    return name;
}

uint64_t channels_of(const int *slots, uint32_t count) { return name_of_all(channel_of, slots, count); }
uint64_t channels_meant(const int *slots, uint32_t count) { return name_of_all(channel_meant, slots, count); }
