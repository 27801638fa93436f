/* Message queues of POSIX and of System V, semaphores of System V, and flock. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <stdarg.h>
#include <sys/file.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/real.h"
#include "kernel/queues/queue_notice.h"
#include "kernel/queues/queues.h"
#include "kernel/signals/interrupted_calls.h"
#include "kernel/signals/signal_points.h"
#include "kernel/time/deadline.h"
#include "memory/memory.h"
#include "memory/stdio/output_buffer.h"
#include "model/ending.h"
#include "model/runtime.h"

/* ---- message queues: with a time that has passed they fail at once ---- */

static const struct timespec passed;

static uint64_t until(const struct timespec *time, uint64_t site) { return time ? deadline_of(CLOCK_REALTIME, time, site) : 0; }

/* A call that waits keeps the queue, whatever happens to its descriptor meanwhile. */
struct kept {
    mqd_t queue, copy; /* copy: -1 as long as it has not waited */
};

static mqd_t of_kept(const struct kept *kept) { return kept->copy == -1 ? kept->queue : kept->copy; }

static bool wait_for(struct kept *kept, uint64_t deadline, uint64_t site) {
    if (kept->copy == -1) {
        kept->copy = REAL(fcntl)(kept->queue, F_DUPFD_CLOEXEC, OWN_DESCRIPTORS);
    }
    return queue_wait(QUEUE_POSIX, deadline, site);
}

static void let_go(const struct kept *kept) {
    if (kept->copy != -1) {
        int saved = errno;
        REAL(close)(kept->copy);
        errno = saved;
    }
}

static int send_to(mqd_t queue, const char *text, size_t size, unsigned priority, const struct timespec *time, uint64_t site) {
    signals_before_call(site);
    if (UNLIKELY(call_on_is_interrupted(queue, site))) {
        return -1;
    }
    memory_reads(text, size, site);
    struct notice notice = {0};
    uint64_t deadline = until(time, site);
    struct kept kept = {queue, -1};
    int error =
        QUEUED_BY(QUEUE_POSIX, ETIMEDOUT, wait_for(&kept, deadline, site), site,
                  queue_notice_take(of_kept(&kept), REAL(mq_timedsend)(of_kept(&kept), text, size, priority, &passed), &notice));
    let_go(&kept);
    queue_notice_tell(&notice, site);
    return error;
}

static bool wait_for_message(struct kept *kept, uint64_t deadline, uint64_t site) {
    queue_notice_waits(of_kept(kept), 1);
    bool goes_on = wait_for(kept, deadline, site);
    int saved = errno;
    queue_notice_waits(of_kept(kept), -1);
    errno = saved;
    return goes_on;
}

static ssize_t receive_from(mqd_t queue, char *text, size_t size, unsigned *priority, const struct timespec *time,
                            uint64_t site) {
    signals_before_call(site);
    if (UNLIKELY(call_on_is_interrupted(queue, site))) {
        return -1;
    }
    struct output_buffer buffer;
    char *into = output_buffer_begin(&buffer, text, size, site);
    uint64_t deadline = until(time, site);
    unsigned found;
    struct kept kept = {queue, -1};
    ssize_t got = QUEUED_BY(QUEUE_POSIX, ETIMEDOUT, wait_for_message(&kept, deadline, site), site,
                            REAL(mq_timedreceive)(of_kept(&kept), into, size, &found, &passed));
    let_go(&kept);
    output_buffer_end(&buffer, got > 0 ? (size_t)got : 0);
    if (got != -1 && priority) {
        memory_store(priority, found, site);
    }
    return got;
}

EXPORT int mq_send(mqd_t queue, const char *text, size_t size, unsigned priority) {
    uint64_t site = SITE();
    return running() ? send_to(queue, text, size, priority, NULL, site) : REAL(mq_send)(queue, text, size, priority);
}

EXPORT ssize_t mq_receive(mqd_t queue, char *text, size_t size, unsigned *priority) {
    uint64_t site = SITE();
    return running() ? receive_from(queue, text, size, priority, NULL, site) : REAL(mq_receive)(queue, text, size, priority);
}

EXPORT int mq_timedsend(mqd_t queue, const char *text, size_t size, unsigned priority, const struct timespec *time) {
    uint64_t site = SITE();
    return running() && deadline_valid(time) ? send_to(queue, text, size, priority, time, site)
                                             : REAL(mq_timedsend)(queue, text, size, priority, time);
}

EXPORT ssize_t mq_timedreceive(mqd_t queue, char *restrict text, size_t size, unsigned *restrict priority,
                               const struct timespec *restrict time) {
    uint64_t site = SITE();
    return running() && deadline_valid(time) ? receive_from(queue, text, size, priority, time, site)
                                             : REAL(mq_timedreceive)(queue, text, size, priority, time);
}

/* How many messages there are. */
EXPORT int mq_getattr(mqd_t queue, struct mq_attr *attributes) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(mq_getattr)(queue, attributes);
    }
    struct mq_attr found;
    int error = QUEUED(QUEUE_POSIX, false, 0, 0, site, REAL(mq_getattr)(queue, &found));
    if (error == 0) {
        memory_store(attributes, found, site);
    }
    return error;
}

/* ---- System V ---- */

EXPORT int msgsnd(int queue, const void *message, size_t size, int flags) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(msgsnd)(queue, message, size, flags);
    }
    signals_before_call(site);
    memory_reads(message, sizeof(long) + size, site);
    return QUEUED(QUEUE_SYSTEM_V, !(flags & IPC_NOWAIT), EAGAIN, 0, site, REAL(msgsnd)(queue, message, size, flags | IPC_NOWAIT));
}

EXPORT ssize_t msgrcv(int queue, void *message, size_t size, long type, int flags) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(msgrcv)(queue, message, size, type, flags);
    }
    signals_before_call(site);
    struct output_buffer buffer;
    void *into = output_buffer_begin(&buffer, message, sizeof(long) + size, site);
    ssize_t got =
        QUEUED(QUEUE_SYSTEM_V, !(flags & IPC_NOWAIT), ENOMSG, 0, site, REAL(msgrcv)(queue, into, size, type, flags | IPC_NOWAIT));
    output_buffer_end(&buffer, got >= 0 ? sizeof(long) + (size_t)got : 0);
    return got;
}

EXPORT int msgctl(int queue, int command, struct msqid_ds *data) {
    uint64_t site = SITE();
    return running() ? QUEUED(QUEUE_SYSTEM_V, false, 0, 0, site, REAL(msgctl)(queue, command, data))
                     : REAL(msgctl)(queue, command, data);
}

enum { MOST_OPERATIONS = 500 }; /* Linux's SEMOPM, as it is by default */

/* With IPC_NOWAIT in each. It waits if the program has that in none; one in some only is not told apart. */
static int operate(int set, struct sembuf *operations, size_t count, uint64_t deadline, uint64_t site) {
    struct sembuf tried[MOST_OPERATIONS];
    memory_reads(operations, count * sizeof *operations, site);
    bool waits = true;
    for (size_t i = 0; i < count; i++) {
        waits = waits && !(operations[i].sem_flg & IPC_NOWAIT);
        if (UNLIKELY(rt.processes) && operations[i].sem_flg & SEM_UNDO) {
            end_execution_uncontrolled("what it takes is given back at its end (SEM_UNDO)");
        }
        tried[i] = operations[i];
        tried[i].sem_flg |= IPC_NOWAIT;
    }
    return QUEUED(QUEUE_SEMAPHORES, waits, EAGAIN, deadline, site, REAL(semop)(set, tried, count));
}

EXPORT int semop(int set, struct sembuf *operations, size_t count) {
    uint64_t site = SITE();
    return running() && count <= MOST_OPERATIONS ? operate(set, operations, count, 0, site) : REAL(semop)(set, operations, count);
}

EXPORT int semtimedop(int set, struct sembuf *operations, size_t count, const struct timespec *time) {
    uint64_t site = SITE();
    if (!running() || count > MOST_OPERATIONS || (time && !deadline_valid(time))) {
        return REAL(semtimedop)(set, operations, count, time);
    }
    uint64_t nanoseconds = time ? (uint64_t)time->tv_sec * 1000000000ull + (uint64_t)time->tv_nsec : 0;
    uint64_t deadline = !time ? 0 : nanoseconds ? deadline_after(nanoseconds) : HEDDLE_DEADLINE_ANY;
    int error = operate(set, operations, count, deadline, site);
    if (error == -1 && errno == ETIMEDOUT) {
        errno = EAGAIN;
    }
    return error;
}

EXPORT int semctl(int set, int number, int command, ...) {
    va_list arguments;
    va_start(arguments, command);
    long argument = va_arg(arguments, long);
    va_end(arguments);
    uint64_t site = SITE();
    return running() ? QUEUED(QUEUE_SEMAPHORES, false, 0, 0, site, REAL(semctl)(set, number, command, argument))
                     : REAL(semctl)(set, number, command, argument);
}

/* ---- locks of files ---- */

EXPORT int flock(int fd, int operation) {
    uint64_t site = SITE();
    return running() ? QUEUED(QUEUE_LOCKS, !(operation & LOCK_NB), EWOULDBLOCK, 0, site, REAL(flock)(fd, operation | LOCK_NB))
                     : REAL(flock)(fd, operation);
}

/* Those of a process, which its own threads do not wait for. */
static int lock_part(int (*real)(int, int, off64_t), int fd, int command, off64_t length, uint64_t site) {
    signals_before_call(site);
    bool waits = command == F_LOCK;
    if (LIKELY(!rt.processes)) {
        return waits && UNLIKELY(queue_call_fails(QUEUE_LOCKS, site)) ? -1 : real(fd, command, length);
    }
    return QUEUED(QUEUE_LOCKS, waits, EAGAIN, 0, site, real(fd, waits ? F_TLOCK : command, length));
}

EXPORT int lockf(int fd, int command, off_t length) {
    uint64_t site = SITE();
    return running() ? lock_part(REAL(lockf), fd, command, length, site) : REAL(lockf)(fd, command, length);
}

EXPORT int lockf64(int fd, int command, off64_t length) {
    uint64_t site = SITE();
    return running() ? lock_part(REAL(lockf64), fd, command, length, site) : REAL(lockf64)(fd, command, length);
}
