/* A queue of all pending signals, in the order in which they came. */
#define _GNU_SOURCE
#include "kernel/signals/pending/signal_info.h"

#include <string.h>
#include <unistd.h>

#include "base/real.h"
#include "kernel/signals/pending/signal_pending.h"
#include "model/note.h"

#define QUEUED 256

static struct queued {
    const void *target;
    siginfo_t info;
} queue[QUEUED];
static uint32_t count;

siginfo_t signal_info(int number, int code) {
    return (siginfo_t){.si_signo = number, .si_code = code, .si_pid = REAL(getpid)(), .si_uid = getuid()};
}

static struct queued *find(const void *target, int number) {
    for (uint32_t i = 0; i < count; i++) {
        if (queue[i].target == target && queue[i].info.si_signo == number) {
            return &queue[i];
        }
    }
    return NULL;
}

static void append(const void *target, const siginfo_t *info) {
    if (count == QUEUED) {
        out_of("pending signals", QUEUED);
    }
    queue[count++] = (struct queued){target, *info};
}

bool signal_info_put(const void *target, const siginfo_t *info) {
    struct queued *pending = find(target, info->si_signo);
    bool timer = info->si_code == SI_TIMER;
    if (!pending || (info->si_signo >= SIGRTMIN && !timer)) {
        append(target, info);
        return true;
    }
    for (; pending < queue + count; pending++) { /* a timer queues one signal at a time (timer_getoverrun) */
        if (timer && pending->target == target && pending->info.si_code == SI_TIMER &&
            pending->info.si_timerid == info->si_timerid) {
            pending->info.si_overrun += 1 + info->si_overrun;
            return false;
        }
    }
    if (info->si_signo >= SIGRTMIN) {
        append(target, info);
    }
    return info->si_signo >= SIGRTMIN;
}

bool signal_info_take(const void *target, int number, siginfo_t *out) {
    struct queued *first = find(target, number);
    if (!first) {
        return false;
    }
    *out = first->info;
    count--;
    memmove(first, first + 1, (size_t)(queue + count - first) * sizeof *first);
    return true;
}

const siginfo_t *signal_info_next(const void *target, uint32_t *at) {
    while (*at < count && queue[*at].target != target) {
        ++*at;
    }
    return *at < count ? &queue[(*at)++].info : NULL;
}

bool signal_info_left(const void *target, int number) { return find(target, number) != NULL; }

void signal_info_assign(const void *from, const void *to, uint64_t set) {
    for (uint32_t i = 0; i < count; i++) {
        if (queue[i].target == from && set & SIGNAL_BIT(queue[i].info.si_signo)) {
            queue[i].target = to;
        }
    }
}
