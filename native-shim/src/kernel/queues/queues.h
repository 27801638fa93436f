/* Calls that wait for what the kernel keeps under a lock of its own: message queues, semaphores of System V, locks of files. */
#ifndef HEDDLE_QUEUES_H
#define HEDDLE_QUEUES_H

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"

void queues_prepare(void); /* once, before the program begins */

/* One of these for all that is of a kind: who waits, and who changes. */
enum queue { QUEUE_POSIX, QUEUE_SYSTEM_V, QUEUE_SEMAPHORES, QUEUE_LOCKS, QUEUES };

/* From here on no other call of the kind is made, until it has ended. */
void queue_begin(enum queue queue, uint64_t site);

/* The call would have blocked: waits until another one has ended, and begins again; false, with errno: the time has passed (0: there is no
 * limit), or a signal has come. */
bool queue_wait(enum queue queue, uint64_t deadline, uint64_t site);

/* The call has been made; those that wait may go on if it has changed anything. Leaves errno alone. */
void queue_end(enum queue queue, bool changes, uint64_t site);

/* After that, where the call has failed: handlers of a signal that has ended its wait run; whether it is made again. */
bool queue_again(enum queue queue, uint64_t site);

/* Whether a call that may wait for the queue is interrupted by a signal although none comes (--failures); errno is EINTR then. */
bool queue_call_fails(enum queue queue, uint64_t site);

/* The call, which fails at once with `full` where it would block. What a call waits for, and is there no more, has been removed meanwhile. */
#define QUEUED(queue, waits, full, deadline, site, call)                                                                        \
    ({                                                                                                                          \
        __typeof__(call) whole_ = -1;                                                                                           \
        bool waited_ = false;                                                                                                   \
        if (!(waits) || LIKELY(!queue_call_fails((queue), (site)))) {                                                           \
            whole_ = QUEUED_BY((queue), (full), (waits) && (waited_ = true) && queue_wait((queue), (deadline), (site)), (site), \
                               call);                                                                                           \
            errno = waited_ && whole_ == -1 && errno == EINVAL ? EIDRM : errno;                                                 \
        }                                                                                                                       \
        whole_;                                                                                                                 \
    })

/* The same; where it would block, `wait` waits as queue_wait does. */
#define QUEUED_BY(queue, full, wait, site, call)                \
    ({                                                          \
        __typeof__(call) done_;                                 \
        do {                                                    \
            queue_begin((queue), (site));                       \
            do {                                                \
                done_ = (call);                                 \
            } while (done_ == -1 && errno == (full) && (wait)); \
            queue_end((queue), done_ != -1, (site));            \
        } while (done_ == -1 && queue_again((queue), (site)));  \
        done_;                                                  \
    })

/* A descriptor is about to be closed, and has been: that gives back its locks. */
void queues_before_close(uint64_t site);
void queues_after_close(uint64_t site);

/* The running process, one of those of the execution, is about to end: that gives back its locks of files, and ends what it calls. */
void queues_process_ends(uint64_t site);

#endif
