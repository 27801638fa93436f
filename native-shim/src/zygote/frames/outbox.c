#define _GNU_SOURCE
#include "zygote/frames/outbox.h"

#include <string.h>
#include <sys/syscall.h>

#include "base/channel.h"
#include "base/invariant.h"
#include "base/real.h"
#include "base/pages/runtime_memory.h"
#include "base/wire.h"
#include "zygote/files/alone.h"

#define PATIENCE 200000u /* nanoseconds: who waits for a result gains nothing by those that come with it */

static struct outbox {
    uint32_t used; /* bytes: whole frames */
    uint64_t since; /* when something was sent last */
    _Alignas(8) char bytes[OUTBOX_ROOM];
} *outbox;

static int server;

bool outbox_reserve(int socket) {
    server = socket;
    outbox = runtime_shared_pages(sizeof *outbox);
    return outbox != NULL;
}

bool outbox_write(struct iovec *parts, int count) {
    bool was_alone = alone_pause();
    bool sent = channel_write(server, parts, count);
    if (was_alone) {
        alone_begin();
    }
    return sent;
}

bool outbox_flush(void) {
    struct iovec part = {outbox->bytes, outbox->used};
    bool sent = part.iov_len == 0 || outbox_write(&part, 1);
    __atomic_store_n(&outbox->used, 0, __ATOMIC_RELEASE);
    outbox->since = real_nanoseconds();
    return sent;
}

bool outbox_put(const struct iovec *parts, int count, size_t length) {
    if (outbox->used + length > OUTBOX_ROOM && !outbox_flush()) {
        return false;
    }
    INVARIANT(outbox->used + length <= OUTBOX_ROOM);
    char *at = outbox->bytes + outbox->used;
    for (int i = 0; i < count; i++) {
        memcpy(at, parts[i].iov_base, parts[i].iov_len);
        at += parts[i].iov_len;
    }
    __atomic_store_n(&outbox->used, outbox->used + (uint32_t)length, __ATOMIC_RELEASE);
    return real_nanoseconds() - outbox->since < PATIENCE || outbox_flush();
}

bool outbox_flush_again(void) {
    for (uint32_t at = 0; at < outbox->used;) {
        const struct heddle_frame *frame = (const struct heddle_frame *)(const void *)(outbox->bytes + at);
        struct heddle_result *result = (struct heddle_result *)(void *)(outbox->bytes + at + sizeof *frame);
        result->in_process = HEDDLE_IN_PROCESS_AGAIN;
        at += (uint32_t)sizeof *frame + frame->length;
    }
    return outbox_flush();
}
