/* Asynchronous input and output. What is asked for is carried out by threads of the runtime's own: see aio_requests.h. */
#define _GNU_SOURCE
#include <aio.h>
#include <errno.h>
#include <fcntl.h>

#include "base/compiler.h"
#include "base/real.h"
#include "kernel/descriptors/aio_requests.h"
#include "kernel/readiness/kernel.h"
#include "kernel/readiness/ready_words.h"
#include "kernel/signals/signal_handler.h"
#include "kernel/signals/pending/signal_pending.h"
#include "kernel/signals/signal_points.h"
#include "kernel/time/deadline.h"
#include "memory/memory.h"
#include "model/dependence.h"
#include "model/note.h"
#include "model/runtime.h"

static int submit(struct aiocb *block, int operation, uint64_t site) {
    return requests_submit(block, operation, NULL, site) ? 0 : -1;
}

EXPORT int aio_read(struct aiocb *block) {
    uint64_t site = SITE();
    return running() ? submit(block, LIO_READ, site) : REAL(aio_read)(block);
}

EXPORT int aio_read64(struct aiocb64 *block) {
    PASS_SITE();
    return aio_read((struct aiocb *)block);
}

EXPORT int aio_write(struct aiocb *block) {
    uint64_t site = SITE();
    return running() ? submit(block, LIO_WRITE, site) : REAL(aio_write)(block);
}

EXPORT int aio_write64(struct aiocb64 *block) {
    PASS_SITE();
    return aio_write((struct aiocb *)block);
}

EXPORT int aio_fsync(int operation, struct aiocb *block) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(aio_fsync)(operation, block);
    }
    if (operation != O_SYNC && operation != O_DSYNC) {
        errno = EINVAL;
        return -1;
    }
    memory_reads(&block->aio_fildes, sizeof block->aio_fildes, site);
    int flags = REAL(fcntl)(block->aio_fildes, F_GETFL);
    if (flags == -1 || (flags & O_ACCMODE) == O_RDONLY) {
        errno = EBADF;
        return -1;
    }
    return submit(block, REQUEST_SYNC, site);
}

EXPORT int aio_fsync64(int operation, struct aiocb64 *block) {
    PASS_SITE();
    return aio_fsync(operation, (struct aiocb *)block);
}

EXPORT int aio_error(const struct aiocb *block) {
    uint64_t site = SITE();
    return running() ? requests_error(block, site) : REAL(aio_error)(block);
}

EXPORT int aio_error64(const struct aiocb64 *block) {
    PASS_SITE();
    return aio_error((const struct aiocb *)block);
}

EXPORT ssize_t aio_return(struct aiocb *block) {
    memory_reads(&block->__return_value, sizeof block->__return_value, SITE());
    return REAL(aio_return)(block);
}

EXPORT ssize_t aio_return64(struct aiocb64 *block) {
    PASS_SITE();
    return aio_return((struct aiocb *)block);
}

EXPORT int aio_cancel(int fd, struct aiocb *block) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(aio_cancel)(fd, block);
    }
    if (REAL(fcntl)(fd, F_GETFL) == -1) {
        return -1;
    }
    if (block) {
        memory_reads(&block->aio_fildes, sizeof block->aio_fildes, site);
    }
    if (block && block->aio_fildes != fd) {
        errno = EINVAL;
        return -1;
    }
    return requests_cancel(fd, block, site);
}

EXPORT int aio_cancel64(int fd, struct aiocb64 *block) {
    PASS_SITE();
    return aio_cancel(fd, (struct aiocb *)block);
}

/* ---- waiting ---- */

enum waited { COMES, IS_INTERRUPTED, TAKES_TOO_LONG };

/* Until one of the bits is set. */
static enum waited wait_for(uint64_t bits, uint64_t deadline, uint64_t site) {
    bool waits = deadline != HEDDLE_DEADLINE_ANY;
    const struct heddle_event *event =
        kernel_point(HEDDLE_IO_POLL, waits ? kernel_either(bits, signals_interrupt(site)) : 0, waits ? deadline : 0, site);
    bool is_late = is_timeout(event) || (!waits && !kernel_is_ready(bits));
    bool is_interrupted = signals_run() != NOT_INTERRUPTED && !kernel_is_ready(bits);
    kernel_settle();
    return is_interrupted ? IS_INTERRUPTED : is_late ? TAKES_TOO_LONG : COMES;
}

/* Those of the list that go on, if none is done yet. */
static int keep_all(const struct aiocb *const list[], int count, struct request *kept[], uint64_t site) {
    int found = 0;
    for (int i = 0; i < count; i++) {
        struct request *request = NULL;
        if (list[i] && requests_error(list[i], site) == EINPROGRESS) {
            request = requests_keep(list[i]);
        }
        if (list[i] && !request) {
            while (found > 0) {
                requests_let_go(kept[--found]);
            }
            return 0;
        }
        if (request) {
            kept[found++] = request;
        }
    }
    return found;
}

static uint64_t deadline_in(const struct timespec *time) {
    uint64_t nanoseconds = time ? (uint64_t)time->tv_sec * 1000000000ull + (uint64_t)time->tv_nsec : 0;
    return !time ? 0 : nanoseconds ? deadline_after(nanoseconds) : HEDDLE_DEADLINE_ANY;
}

EXPORT int aio_suspend(const struct aiocb *const list[], int count, const struct timespec *time) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(aio_suspend)(list, count, time);
    }
    if (count < 0 || (time && !deadline_valid(time))) {
        errno = EINVAL;
        return -1;
    }
    signals_before_call(site);
    memory_reads(list, (size_t)count * sizeof *list, site);
    uint64_t deadline = deadline_in(time);
    struct request *kept[count + 1];
    int found = keep_all(list, count, kept, site);
    if (found == 0) {
        return 0;
    }
    struct ready_words bits = {{0}};
    for (int i = 0; i < found; i++) {
        ready_add(&bits, kernel_request(kept[i], site));
    }
    enum waited waited = wait_for(ready_waited(&bits), deadline, site);
    for (int i = 0; i < found; i++) {
        requests_let_go(kept[i]);
    }
    if (waited != COMES) {
        errno = waited == IS_INTERRUPTED ? EINTR : EAGAIN;
    }
    return waited == COMES ? 0 : -1;
}

EXPORT int aio_suspend64(const struct aiocb64 *const list[], int count, const struct timespec *time) {
    PASS_SITE();
    return aio_suspend((const struct aiocb *const *)list, count, time);
}

/* ---- lists ---- */

/* Waits for all of them; what lio_listio returns. */
static int wait_for_all(struct request *kept[], int count, uint64_t site) {
    bool failed = false, interrupted = false;
    for (int i = 0; i < count; i++) {
        interrupted = interrupted || wait_for(kernel_request(kept[i], site), 0, site) == IS_INTERRUPTED;
        failed = failed || requests_has_failed(kept[i]);
        requests_let_go(kept[i]);
    }
    if (interrupted || failed) {
        errno = interrupted ? EINTR : EIO;
        return -1;
    }
    return 0;
}

static bool is_asked_for(struct aiocb *block, uint64_t site) {
    if (block) {
        memory_reads(&block->aio_lio_opcode, sizeof block->aio_lio_opcode, site);
    }
    return block && block->aio_lio_opcode != LIO_NOP;
}

EXPORT int lio_listio(int mode, struct aiocb *const *list, int count, struct sigevent *told) {
    static const struct sigevent nothing = {.sigev_notify = SIGEV_NONE};
    uint64_t site = SITE();
    if (!running()) {
        return REAL(lio_listio)(mode, list, count, told);
    }
    if ((mode != LIO_WAIT && mode != LIO_NOWAIT) || count < 0) {
        errno = EINVAL;
        return -1;
    }
    memory_reads(list, (size_t)count * sizeof *list, site);
    if (mode == LIO_NOWAIT && told) {
        memory_reads(told, sizeof *told, site);
    }
    int asked = 0, handed_over = 0;
    for (int i = 0; i < count; i++) {
        asked += is_asked_for(list[i], site);
    }
    struct request *kept[count + 1];
    struct request_group *group = mode == LIO_NOWAIT ? requests_group(asked, told ? told : &nothing, site) : NULL;
    int result = 0;
    for (int i = 0; i < count; i++) {
        if (!is_asked_for(list[i], site)) {
            continue;
        }
        struct request *request = requests_submit(list[i], list[i]->aio_lio_opcode, group, site);
        if (request && mode == LIO_WAIT) {
            kept[handed_over++] = requests_kept(request);
        } else if (!request) {
            result = -1;
            requests_group_without(group, site);
        }
    }
    int error = errno;
    int waited = wait_for_all(kept, handed_over, site);
    if (waited == 0) {
        errno = error;
    }
    return waited == 0 ? result : waited;
}

EXPORT int lio_listio64(int mode, struct aiocb64 *const *list, int count, struct sigevent *told) {
    PASS_SITE();
    return lio_listio(mode, (struct aiocb *const *)list, count, told);
}
