#define _GNU_SOURCE
#include "kernel/descriptors/aio_requests.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stddef.h>
#include <unistd.h>

#include "base/symbols.h"
#include "core/candidates.h"
#include "core/loops/stack_state.h"
#include "core/schedule.h"
#include "kernel/descriptors/settings.h"
#include "kernel/readiness/kernel.h"
#include "kernel/timers/notification.h"
#include "kernel/timers/timer.h"
#include "memory/files.h"
#include "memory/memory.h"
#include "model/ending.h"
#include "model/fibers/fiber.h"
#include "model/note.h"
#include "model/resolve.h"
#include "model/runtime.h"

#define MOST 1024u

enum state { UNUSED, QUEUED, BEGUN, DONE };

struct request_group {
    int left; /* 0: it is not used */
    struct sigevent event;
};

struct request {
    enum state state;
    bool has_failed;
    uint32_t keepers;
    uint64_t number; /* the higher, the later */
    struct aiocb *block; /* the program's, which may do as it likes with it once it may know that the request is done */
    int descriptor, operation, priority;
    void *buffer;
    size_t size;
    off_t offset;
    struct sigevent event;
    struct request_group *group;
    struct request *next;
    uint64_t site;
};

/* Those of a descriptor that are not done, the highest priority first, but for one that has been begun. */
struct queue {
    struct request *first;
    uint64_t *word;
    int descriptor;
    bool is_served; /* there is a thread; else the queue is nobody's */
};

static struct request requests[MOST];
static struct request_group groups[MOST];
static struct queue queues[MOST];
static uint64_t words[SETTINGS]; /* of queues: changed by who puts something in, takes it out, or finishes it */
static uint64_t latest;
static bool may_be_cancelled, may_be_awaited;

static const struct heddle_site records[] = {
    OWN_VARIABLE(words, "the requests of a descriptor"),
};

static bool is_done(const struct request *request) { return request->state == DONE; }

/* Whether the program has lent what lies there to requests. */
static bool is_lent(uint64_t start, uint64_t end) {
    for (uint32_t i = 0; i < MOST; i++) {
        uint64_t block = (uint64_t)(uintptr_t)requests[i].block, buffer = (uint64_t)(uintptr_t)requests[i].buffer;
        if (requests[i].state != UNUSED && ((start <= block && block < end) || (start <= buffer && buffer < end))) {
            return true;
        }
    }
    return false;
}

void requests_prepare(void) {
    static const char *const cancels[] = {"aio_cancel", "aio_cancel64", NULL};
    static const char *const awaits[] = {"aio_suspend", "aio_suspend64", "lio_listio", "lio_listio64", NULL};
    may_be_cancelled = symbols_are_referred_to(cancels);
    may_be_awaited = symbols_are_referred_to(awaits);
    slot_sources.request_is_done = is_done;
    outside.is_lent = is_lent;
    resolve_name(records, records + 1);
}

/* What follows, up to the next operation, belongs to the event. */
static void change(uint64_t *word, uint64_t site) {
    struct heddle_event operation = {.kind = HEDDLE_ATOMIC_RMW,
                                     .order = __ATOMIC_SEQ_CST,
                                     .object = (uint64_t)(uintptr_t)word,
                                     .argument = sizeof *word,
                                     .site = site};
    point(&operation);
    (*word)++;
}

static struct queue *queue_of(int descriptor) {
    for (uint32_t i = 0; i < MOST; i++) {
        if (queues[i].is_served && queues[i].descriptor == descriptor) {
            return &queues[i];
        }
    }
    return NULL;
}

static uint64_t *word_of(int descriptor) {
    const struct queue *queue = queue_of(descriptor);
    return queue ? queue->word : &words[settings_index(descriptor)];
}

/* The word of a block is kept where glibc has a pointer of its own. */
static uint64_t *word_of_block(const struct aiocb *block) {
    uint64_t *word = (uint64_t *)block->__next_prio;
    return word >= words && word < words + SETTINGS ? word : words;
}

/* ---- the thread that carries them out ---- */

/* Behind the event that has told the program by aio_error: from here on the block and the buffer are its own again. Whoever waits is told,
 * and what else the program has asked to be told by. */
static void tell(struct request *request, bool has_failed) {
    uint64_t site = request->site;
    struct sigevent event = request->event;
    if (may_be_awaited) {
        kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site); /* which also comes after those of the group that are done */
    }
    struct request_group *group = request->group;
    bool ends_group = group && --group->left == 0;
    struct sigevent of_group = ends_group ? group->event : (struct sigevent){.sigev_notify = SIGEV_NONE};
    request->has_failed = has_failed;
    request->state = DONE;
    if (may_be_awaited) {
        kernel_settle();
    }
    notification_send(&event, SI_ASYNCIO, site);
    notification_send(&of_group, SI_ASYNCIO, site);
}

/* As the functions of libc do it, which the runtime stands in for: what cannot be positioned is read and written where it stands. */
static ssize_t transfer(const struct request *request) {
    bool reads = request->operation == LIO_READ;
    int fd = request->descriptor, slot = kernel_slot(fd, request->site);
    files_called(HEDDLE_LIBRARY_USE_FILE, NULL, (const void *)(intptr_t)fd, reads ? HEDDLE_FILE_LOOK : HEDDLE_FILE_PUT,
                 request->site);
    if (!reads) {
        memory_reads(request->buffer, request->size, request->site);
    }
    ssize_t result = -1;
    errno = ESPIPE;
    if (slot < 0) {
        pass_site(request->site);
        result = reads ? pread(fd, request->buffer, request->size, request->offset)
                       : pwrite(fd, request->buffer, request->size, request->offset);
    }
    if (result == -1 && errno == ESPIPE) {
        pass_site(request->site);
        result = reads ? read(fd, request->buffer, request->size) : write(fd, request->buffer, request->size);
    }
    return result;
}

static ssize_t carry_out(const struct request *request) {
    if (request->operation == LIO_NOP) { /* what lio_listio does not know */
        errno = EINVAL;
        return -1;
    }
    if (request->operation != REQUEST_SYNC) {
        return transfer(request);
    }
    pass_site(request->site);
    return fsync(request->descriptor);
}

/* What is first has come to stay there. NULL, and the queue is nobody's: there is none. */
static struct request *begin(struct queue *queue) {
    if (may_be_cancelled) {
        change(queue->word, queue->first ? queue->first->site : 0);
    }
    struct request *first = queue->first;
    queue->is_served = first != NULL;
    if (first) {
        first->state = BEGUN;
    }
    return first;
}

/* The program is told by aio_error in the event that takes the request out of the queue: what it hands over then is carried out later. */
static void *serve(void *argument) {
    struct queue *queue = argument;
    struct request *request;
    for (bool goes_on = true; goes_on && (request = begin(queue)) != NULL;) {
        ssize_t result = carry_out(request);
        int error = result == -1 ? errno : 0;
        memory_store(&request->block->__return_value, result, request->site);
        change(queue->word, request->site);
        request->block->__error_code = error;
        queue->first = request->next;
        goes_on = queue->is_served = queue->first != NULL;
        tell(request, error != 0);
    }
    return NULL;
}

/* ---- handing over ---- */

static struct request *unused(void) {
    for (uint32_t i = 0; i < MOST; i++) {
        if (requests[i].state == UNUSED || (requests[i].state == DONE && requests[i].keepers == 0)) {
            return &requests[i];
        }
    }
    out_of("requests for asynchronous input and output", MOST);
}

static struct queue *new_queue(int descriptor, uint64_t *word) {
    for (uint32_t i = 0; i < MOST; i++) {
        if (!queues[i].is_served && !queues[i].first) {
            queues[i] = (struct queue){.descriptor = descriptor, .word = word};
            return &queues[i];
        }
    }
    out_of("descriptors with requests", MOST);
}

static void put(struct queue *queue, struct request *request) {
    struct request **at = &queue->first;
    while (*at && ((*at)->state == BEGUN || (*at)->priority >= request->priority)) {
        at = &(*at)->next;
    }
    request->next = *at;
    *at = request;
}

struct request *requests_submit(struct aiocb *block, int operation, struct request_group *group, uint64_t site) {
    CALLS_ALONE("aio_read or its like");
    memory_reads(block, offsetof(struct aiocb, __next_prio), site);
    memory_reads(&block->aio_offset, sizeof block->aio_offset, site);
    bool syncs = operation == REQUEST_SYNC;
    bool is_known = syncs || operation == LIO_READ || operation == LIO_WRITE;
    bool is_right = syncs || (block->aio_reqprio >= 0 && block->aio_reqprio <= AIO_PRIO_DELTA_MAX);
    memory_store(&block->__error_code, is_right ? EINPROGRESS : EINVAL, site);
    if (!is_right) {
        memory_store(&block->__return_value, -1, site);
        errno = EINVAL;
        return NULL;
    }
    uint64_t *word = word_of(block->aio_fildes);
    block->__next_prio = (struct aiocb *)word;
    change(word, site);
    struct request *request = unused();
    *request = (struct request){.state = QUEUED,
                                .number = ++latest,
                                .block = block,
                                .descriptor = block->aio_fildes,
                                .operation = is_known ? operation : LIO_NOP,
                                .priority = syncs ? 0 : -block->aio_reqprio,
                                .buffer = (void *)(uintptr_t)block->aio_buf,
                                .size = block->aio_nbytes,
                                .offset = block->aio_offset,
                                .event = block->aio_sigevent,
                                .group = group,
                                .site = site};
    struct queue *queue = queue_of(request->descriptor);
    bool is_new = !queue;
    if (is_new) {
        queue = new_queue(request->descriptor, word);
        queue->is_served = true;
    }
    put(queue, request);
    if (is_new) {
        timers_make_thread(serve, queue, "requests", site)->signal.blocked = ~0ull;
    }
    return request;
}

struct request_group *requests_group(int count, const struct sigevent *event, uint64_t site) {
    if (count == 0) {
        notification_send(event, SI_ASYNCIO, site);
        return NULL;
    }
    for (uint32_t i = 0; i < MOST; i++) {
        if (groups[i].left == 0) {
            groups[i] = (struct request_group){count, *event};
            return &groups[i];
        }
    }
    out_of("lists of requests", MOST);
}

void requests_group_without(struct request_group *group, uint64_t site) {
    if (group && --group->left == 0) {
        notification_send(&group->event, SI_ASYNCIO, site);
    }
}

/* ---- looking, and taking back ---- */

int requests_error(const struct aiocb *block, uint64_t site) {
    memory_reads(&block->__error_code, sizeof block->__error_code, site);
    point_on(HEDDLE_ATOMIC_LOAD, word_of_block(block), sizeof *words, site);
    spin_clean_stack();
    return block->__error_code;
}

struct request *requests_keep(const struct aiocb *block) {
    struct request *found = NULL;
    for (uint32_t i = 0; i < MOST; i++) {
        struct request *request = &requests[i];
        bool goes_on = request->state == QUEUED || request->state == BEGUN;
        if (goes_on && request->block == block && (!found || found->number < request->number)) {
            found = request;
        }
    }
    return requests_kept(found);
}

struct request *requests_kept(struct request *request) {
    if (request) {
        request->keepers++;
    }
    return request;
}

void requests_let_go(struct request *request) { request->keepers--; }

bool requests_has_failed(const struct request *request) { return request->has_failed; }

/* Takes the first out of the queue that has not been begun, and is that of the block unless it is NULL. */
static struct request *take_out(struct queue *queue, const struct aiocb *block) {
    for (struct request **at = &queue->first; *at; at = &(*at)->next) {
        struct request *request = *at;
        if (request->state == QUEUED && (!block || request->block == block)) {
            *at = request->next;
            return request;
        }
    }
    return NULL;
}

static bool is_begun(const struct queue *queue, const struct aiocb *block) {
    const struct request *first = queue->first;
    return first && first->state == BEGUN && (!block || first->block == block);
}

int requests_cancel(int descriptor, const struct aiocb *block, uint64_t site) {
    change(word_of(descriptor), site);
    struct queue *queue = queue_of(descriptor);
    if (!queue) {
        return AIO_ALLDONE;
    }
    struct request *taken[MOST];
    int count = 0, result = is_begun(queue, block) ? AIO_NOTCANCELED : AIO_ALLDONE;
    while ((taken[count] = take_out(queue, block)) != NULL) {
        taken[count]->block->__return_value = -1;
        taken[count++]->block->__error_code = ECANCELED;
    }
    for (int i = 0; i < count; i++) {
        tell(taken[i], true);
    }
    return count > 0 && result == AIO_ALLDONE ? AIO_CANCELED : result;
}
