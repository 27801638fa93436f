/* mq_notify. The kernel's own is not used, for the threads that libc makes for it are none of the program's. */
#define _GNU_SOURCE
#include "kernel/queues/queue_notice.h"

#include <errno.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "base/compiler.h"
#include "base/direct.h"
#include "base/real.h"
#include "kernel/queues/queues.h"
#include "kernel/timers/notification.h"
#include "memory/memory.h"
#include "model/ending.h"
#include "model/note.h"
#include "model/runtime.h"

#define MOST 64u

static struct notice registered[MOST]; /* at most one for a queue */
static struct {
    uint64_t queue;
    uint32_t threads;
} waiting[MOST];

/* What all descriptors of a queue have in common. */
static uint64_t queue_of(mqd_t descriptor) {
    struct stat status;
    return kernel_call(SYS_fstat, descriptor, &status) == 0 ? status.st_ino : 0;
}

static struct notice *find(uint64_t queue) {
    for (uint32_t i = 0; i < MOST; i++) {
        if (registered[i].used && registered[i].queue == queue) {
            return &registered[i];
        }
    }
    return NULL;
}

static uint32_t *waiting_for(uint64_t queue) {
    for (uint32_t i = 0; i < MOST; i++) {
        if (waiting[i].queue == queue || waiting[i].threads == 0) {
            waiting[i].queue = queue;
            return &waiting[i].threads;
        }
    }
    out_of("message queues", MOST);
}

void queue_notice_waits(mqd_t queue, int more) { *waiting_for(queue_of(queue)) += (uint32_t)more; }

int queue_notice_take(mqd_t queue, int result, struct notice *taken) {
    struct notice *notice = result == 0 ? find(queue_of(queue)) : NULL;
    struct mq_attr attributes;
    if (notice && REAL(mq_getattr)(queue, &attributes) == 0 && attributes.mq_curmsgs == 1 && *waiting_for(notice->queue) == 0) {
        *taken = *notice;
        notice->used = false;
    }
    return result;
}

void queue_notice_tell(const struct notice *notice, uint64_t site) {
    if (notice->used) {
        notification_send(&notice->event, SI_MESGQ, site);
    }
}

static bool is_known(const struct sigevent *event) {
    return event->sigev_notify == SIGEV_NONE || event->sigev_notify == SIGEV_THREAD ||
           (event->sigev_notify == SIGEV_SIGNAL && event->sigev_signo > 0 && event->sigev_signo < NSIG);
}

/* Without an event: no more. */
static int change(mqd_t descriptor, const struct sigevent *event) {
    struct mq_attr attributes;
    uint64_t queue = queue_of(descriptor);
    if (event && !is_known(event)) {
        return fail_with(EINVAL);
    }
    if (REAL(mq_getattr)(descriptor, &attributes) != 0) {
        return -1;
    }
    struct notice *present = find(queue);
    if (!event) {
        if (present) {
            present->used = false;
        }
        return 0;
    }
    if (present) {
        return fail_with(EBUSY);
    }
    for (uint32_t i = 0; i < MOST; i++) {
        if (!registered[i].used) {
            registered[i] = (struct notice){true, queue, *event};
            return 0;
        }
    }
    out_of("notifications of message queues", MOST);
}

EXPORT int mq_notify(mqd_t queue, const struct sigevent *event) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(mq_notify)(queue, event);
    }
    CALLS_ALONE("mq_notify");
    memory_reads(event, event ? sizeof *event : 0, site);
    return QUEUED(QUEUE_POSIX, false, 0, 0, site, change(queue, event));
}

/* That of any descriptor of the queue ends it (mq_close(3)). */
static int close_queue(mqd_t queue) {
    struct notice *notice = find(queue_of(queue));
    int error = REAL(mq_close)(queue);
    if (notice && error == 0) {
        notice->used = false;
    }
    return error;
}

EXPORT int mq_close(mqd_t queue) {
    uint64_t site = SITE();
    return running() ? QUEUED(QUEUE_POSIX, false, 0, 0, site, close_queue(queue)) : REAL(mq_close)(queue);
}
