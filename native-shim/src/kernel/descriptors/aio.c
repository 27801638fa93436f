/* Asynchronous input and output is libc's, and what it does is not seen. A completion that is told by a thread or a signal would come to
 * nobody, since libc's threads are none of the program's: such a call ends the check. So does one on a descriptor that others may wait
 * for: what makes it ready would not be known, and they would be told to be deadlocked. */
#define _GNU_SOURCE
#include <aio.h>

#include "base/compiler.h"
#include "base/real.h"
#include "kernel/readiness/slots.h"
#include "model/note.h"
#include "model/runtime.h"

static void look(const char *function, const struct sigevent *told, uint64_t site) {
    if (running() && told && (told->sigev_notify == SIGEV_THREAD || (told->sigev_notify == SIGEV_SIGNAL && told->sigev_signo))) {
        unmodelled(function, site);
    }
}

static void look_at_descriptor(const char *function, int fd, uint64_t site) {
    if (running() && slot_find(fd) != -2) {
        unmodelled(function, site);
    }
}

/* Of one request. */
#define LOOK(function, block, site)                                                                   \
    ({                                                                                                \
        look(function " with a notification", &(block)->aio_sigevent, (site));                        \
        look_at_descriptor(function " of a pipe, a socket or their like", (block)->aio_fildes, site); \
    })

#define BEGINNING(function, block)      \
    ({                                  \
        uint64_t site_ = SITE();        \
        LOOK(function, (block), site_); \
    })

EXPORT int aio_read(struct aiocb *block) {
    BEGINNING("aio_read", block);
    return REAL(aio_read)(block);
}

EXPORT int aio_read64(struct aiocb64 *block) {
    BEGINNING("aio_read", block);
    return REAL(aio_read64)(block);
}

EXPORT int aio_write(struct aiocb *block) {
    BEGINNING("aio_write", block);
    return REAL(aio_write)(block);
}

EXPORT int aio_write64(struct aiocb64 *block) {
    BEGINNING("aio_write", block);
    return REAL(aio_write64)(block);
}

EXPORT int aio_fsync(int operation, struct aiocb *block) {
    BEGINNING("aio_fsync", block);
    return REAL(aio_fsync)(operation, block);
}

EXPORT int aio_fsync64(int operation, struct aiocb64 *block) {
    BEGINNING("aio_fsync", block);
    return REAL(aio_fsync64)(operation, block);
}

/* Of the whole list, or of each. */
#define LISTING(list, count, told)                             \
    ({                                                         \
        uint64_t site_ = SITE();                               \
        look("lio_listio with a notification", (told), site_); \
        for (int i_ = 0; i_ < (count); i_++) {                 \
            if ((list)[i_]) {                                  \
                LOOK("lio_listio", (list)[i_], site_);         \
            }                                                  \
        }                                                      \
    })

EXPORT int lio_listio(int mode, struct aiocb *const *list, int count, struct sigevent *told) {
    LISTING(list, count, mode == LIO_NOWAIT ? told : NULL);
    return REAL(lio_listio)(mode, list, count, told);
}

EXPORT int lio_listio64(int mode, struct aiocb64 *const *list, int count, struct sigevent *told) {
    LISTING(list, count, mode == LIO_NOWAIT ? told : NULL);
    return REAL(lio_listio64)(mode, list, count, told);
}
