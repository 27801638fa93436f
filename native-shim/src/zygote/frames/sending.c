#define _GNU_SOURCE
#include "zygote/frames/sending.h"

#include <string.h>
#include <unistd.h>

#include "base/channel.h"
#include "base/real.h"
#include "zygote/frames/outbox.h"

static int server = -1;
static bool *half_sent;

void sending_prepare(int socket) { server = socket; }

void refuse(const char *text) {
    struct heddle_frame frame = {(uint32_t)strlen(text), HEDDLE_ERROR, HEDDLE_WIRE_VERSION};
    struct iovec parts[] = {{&frame, sizeof frame}, {(void *)(uintptr_t)text, strlen(text)}};
    channel_write(server, parts, 2);
    REAL(_exit)(3);
    __builtin_unreachable();
}

bool send_frame(enum heddle_frame_type type, struct iovec *parts, int count) {
    size_t length = 0;
    for (int i = 1; i < count; i++) {
        length += parts[i].iov_len;
    }
    struct heddle_frame frame = {(uint32_t)length, (uint16_t)type, HEDDLE_WIRE_VERSION};
    parts[0] = (struct iovec){&frame, sizeof frame};
    if (!half_sent) {
        return outbox_write(parts, count);
    }
    if (sizeof frame + length <= OUTBOX_ROOM) {
        return outbox_put(parts, count, sizeof frame + length);
    }
    if (!outbox_flush()) {
        return false;
    }
    *half_sent = true;
    bool sent = outbox_write(parts, count);
    *half_sent = false;
    return sent;
}

void sending_tell_half_sent(bool *flag) { half_sent = flag; }
