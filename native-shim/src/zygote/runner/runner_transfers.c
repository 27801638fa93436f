/* Calls that read, receive and wait: the kernel fills memory of the program's. */
#define _GNU_SOURCE
#include "zygote/runner/runner_transfers.h"

#include <linux/futex.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/uio.h>

#include "base/direct.h"
#include "zygote/runner/runner_memory.h"
#include "zygote/runner/runner_state.h"

long read_bytes(long number, const long a[6]) {
    runner->kernel.read = true;
    return calls_fill(number, a, a[1], (uint64_t)a[2]);
}

long read_parts(long number, const long a[6]) {
    const struct iovec *parts = (const struct iovec *)a[1];
    for (long i = 0; i < a[2]; i++) {
        memory_fill((uint64_t)(uintptr_t)parts[i].iov_base, parts[i].iov_len);
    }
    runner->kernel.read = true;
    return direct_make(number, a);
}

long write_bytes(long number, const long a[6]) {
    runner->kernel.wrote = true;
    runner->kernel.is_unique |= a[0] > 2; /* a file that was open before main */
    return direct_make(number, a);
}

/* A socket's name, or option, goes to a place whose length is told by a word that the call writes to as well. */
void fill_name(long to, long length) {
    if (to && length) {
        memory_fill((uint64_t)to, *(const uint32_t *)length);
        memory_fill((uint64_t)length, sizeof(uint32_t));
    }
}

long tell_name(long number, const long a[6]) {
    fill_name(a[1], a[2]);
    return direct_make(number, a);
}

long tell_option(long number, const long a[6]) {
    fill_name(a[3], a[4]);
    return direct_make(number, a);
}

long receive(long number, const long a[6]) {
    fill_name(a[4], a[5]); /* from whom */
    return calls_fill(number, a, a[1], (uint64_t)a[2]);
}

long poll_files(long number, const long a[6]) { return calls_fill(number, a, a[0], (uint64_t)a[1] * sizeof(struct pollfd)); }

long poll_files_masked(long number, const long a[6]) {
    if (a[3]) {
        calls_refuse(number);
    }
    return poll_files(number, a);
}

long wait_for_events(long number, const long a[6]) {
    return calls_fill(number, a, a[1], (uint64_t)a[2] * sizeof(struct epoll_event));
}

long wait_for_events_masked(long number, const long a[6]) {
    if (a[4]) {
        calls_refuse(number);
    }
    return wait_for_events(number, a);
}

long wait_on_word(long number, const long a[6]) {
    switch (a[1] & FUTEX_CMD_MASK) {
        case FUTEX_WAIT:
        case FUTEX_WAKE:
        case FUTEX_WAIT_BITSET:
        case FUTEX_WAKE_BITSET:
            return direct_make(number, a);
        default:
            calls_refuse(number);
    }
}
