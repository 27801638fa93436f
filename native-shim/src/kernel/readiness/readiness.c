#define _GNU_SOURCE
#include "kernel/readiness/readiness.h"

#include <poll.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>

#include "base/compiler.h"
#include "base/direct.h"
#include "base/hot.h"
#include "kernel/readiness/ready_words.h"
#include "model/ending.h"
#include "model/fibers/fiber.h"
#include "model/fibers/processes.h"
#include "model/runtime.h"

/* Of the first word, and of the further ones that there are slots for. */
HOT static uint64_t first = WORD_ALL;
static uint64_t more[WORD_COUNT - 1];
HOT static int more_count;

uint64_t readiness(void) { return ready_state(first, more, more_count); }

bool readiness_has(uint64_t waited) { return ready_meet(first, more, more_count, waited); }

#define ASKED (POLLIN | POLLRDHUP | POLLOUT)

static void ask(struct pollfd *polls, nfds_t count, int milliseconds) {
    struct timespec timeout = {milliseconds / 1000, milliseconds % 1000 * 1000000l};
    kernel_call(SYS_ppoll, polls, count, milliseconds < 0 ? NULL : &timeout, NULL, 8);
}

/* Of what is no descriptor. */
static bool is_ready(const struct slot *slot) {
    switch (slot->kind) {
        case SLOT_SIGNALS:
            return slot_sources.signals_pending(slot->fiber, slot->set, slot->runs);
        case SLOT_SHOWN:
            return slot_sources.signals_shown_at(slot->fiber, slot->descriptor);
        case SLOT_TIMER:
            return slot_sources.timer_may_expire(slot->timer);
        case SLOT_REQUEST:
            return slot_sources.request_is_done(slot->request);
        case SLOT_CHILD:
            return processes_child_ended(slot->fiber->process, (uint32_t)slot->set);
        case SLOT_TIME:
            return !slot_sources.timers_before(slot->fiber->time.passes_to);
        default:
            return true;
    }
}

/* Both bits of a slot of a word; or those of them that are told. */
static uint64_t bits(int slot, bool reads, bool writes) {
    return ((uint64_t)reads | (uint64_t)writes << 1) << 2 * (slot % WORD_SLOTS);
}

static uint64_t bits_of(int slot, const struct pollfd *poll) {
    const short broken = POLLERR | POLLHUP | POLLNVAL;
    return bits(slot, poll->revents & (POLLIN | POLLRDHUP | broken), poll->revents & (POLLOUT | broken));
}

/* Of a reserved slot. */
static uint64_t bits_of_thread(int slot) {
    const struct fiber *fiber = fiber_by_id(slot_at(slot)->thread);
    return fiber ? bits(slot, slot_sources.signals_pending(fiber, 0, true),
                        slot_sources.signals_pending(fiber, SIGNALS_ALONE, true))
                 : 0;
}

static bool is_elsewhere(const struct slot *slot) { return UNLIKELY(rt.processes) && slot->process != rt.current->process; }

/* What the kernel of its process says of an open slot. */
static short ask_elsewhere(const struct slot *slot) { return processes_poll(slot->process, slot->descriptor, ASKED); }

/* Both bits of an open slot; it may turn out to be closed, where that was not seen. */
static uint64_t bits_answered(int slot, const struct pollfd *poll) {
    slot_at(slot)->closed = poll->revents & POLLNVAL;
    return bits_of(slot, poll);
}

/* The kernel is asked about the slots of one word at once: more than the limit on descriptors it would refuse. What is closed, or nobody
 * knows of, is ready: it blocks nobody. */
static uint64_t word_from(int from) {
    struct pollfd polls[WORD_SLOTS];
    int end = slots_end() < from + WORD_SLOTS ? slots_end() : from + WORD_SLOTS;
    for (int i = from; i < end; i++) {
        bool is_asked = slot_is_open(i) && !is_elsewhere(slot_at(i));
        polls[i - from] = (struct pollfd){.fd = is_asked ? slot_at(i)->descriptor : -1, .events = ASKED};
    }
    ask(polls, (nfds_t)(end - from), 0);
    for (int i = from; UNLIKELY(rt.processes) && i < end; i++) {
        if (slot_is_open(i) && is_elsewhere(slot_at(i))) {
            polls[i - from].revents = ask_elsewhere(slot_at(i));
        }
    }
    uint64_t word = WORD_ALL;
    for (int i = from; i < end; i++) {
        uint64_t own = bits(i, true, true);
        if (slot_is_open(i)) {
            word = (word & ~own) | bits_answered(i, &polls[i - from]);
        } else if (slot_at(i)->kind == SLOT_RESERVED) {
            word = (word & ~own) | bits_of_thread(i);
        } else if (!is_ready(slot_at(i))) {
            word &= ~own;
        }
    }
    return word;
}

void readiness_refresh(void) {
    first = word_from(0);
    more_count = (slots_end() - 1) / WORD_SLOTS;
    for (int i = 0; UNLIKELY(i < more_count); i++) {
        more[i] = word_from((i + 1) * WORD_SLOTS);
    }
}

static uint64_t *word_of(int slot) { return slot < WORD_SLOTS ? &first : &more[slot / WORD_SLOTS - 1]; }

static void put(int slot, uint64_t now, struct ready_words *changed) {
    uint64_t turned = (*word_of(slot) ^ now) & bits(slot, true, true);
    *word_of(slot) ^= turned;
    changed->words[slot / WORD_SLOTS] ^= turned;
}

static uint64_t bits_now(int slot) {
    if (!slot_is_open(slot)) {
        return bits(slot, true, true);
    }
    struct pollfd poll = {.fd = slot_at(slot)->descriptor, .events = ASKED};
    if (is_elsewhere(slot_at(slot))) {
        poll.revents = ask_elsewhere(slot_at(slot));
    } else {
        ask(&poll, 1, 0);
    }
    return bits_answered(slot, &poll);
}

static void refresh_all(struct ready_words *changed) {
    struct ready_words before = {{first}};
    memcpy(before.words + 1, more, sizeof more);
    for (int i = more_count + 1; i < WORD_COUNT; i++) {
        before.words[i] = WORD_ALL;
    }
    readiness_refresh();
    for (int i = 0; i <= more_count; i++) {
        changed->words[i] ^= before.words[i] ^ (i ? more[i - 1] : first);
    }
}

void readiness_refresh_channel(uint64_t channel, struct ready_words *changed) {
    if (!channel) {
        refresh_all(changed);
        return;
    }
    for (int i = 0; i < slots_end() && i / WORD_SLOTS <= more_count; i++) {
        if (slot_at(i)->kind == SLOT_DESCRIPTOR && slot_at(i)->channel == channel) {
            put(i, bits_now(i), changed);
        }
    }
}

/* Of a slot's bits, those that are not set. */
static short missing(int slot) {
    return (short)((readiness_has(ready_bit(slot, false)) ? 0 : POLLIN | POLLRDHUP) |
                   (readiness_has(ready_bit(slot, true)) ? 0 : POLLOUT));
}

void readiness_refresh_within(int milliseconds) {
    struct pollfd polls[WORD_SLOTS]; /* where there are more, the others are looked at when the time is over */
    nfds_t count = 0;
    for (int i = 0; i < slots_end() && count < WORD_SLOTS; i++) {
        const struct slot *slot = slot_at(i);
        if (slot_is_open(i) && (slot->outside || slot->listens) && !is_elsewhere(slot)) {
            polls[count++] = (struct pollfd){.fd = slot->descriptor, .events = missing(i)};
        }
    }
    ask(polls, count, milliseconds);
    readiness_refresh();
}
