#define _GNU_SOURCE
#include "zygote/frames/inbox.h"

#include <errno.h>
#include <string.h>
#include <sys/syscall.h>

#include "base/direct.h"
#include "base/invariant.h"
#include "base/pages/runtime_memory.h"
#include "core/policy/policy.h"

#define ROOM ((uint64_t)HEDDLE_MAX_FRAME + (64u << 20))

#define TOUCHED (1u << 20) /* bytes: no more memory than that is used where frames are small */

static struct inbox {
    uint64_t begin, end; /* of what has been read and not been dropped */
    char bytes[ROOM];
    struct heddle_event sleep[HEDDLE_MAX_FRAME / sizeof(struct heddle_event)];
} *inbox;

static int server;

bool inbox_reserve(int socket) {
    server = socket;
    inbox = runtime_shared_pages(sizeof *inbox);
    return inbox != NULL;
}

static void make_room(uint64_t bytes) {
    if (inbox->begin == inbox->end) {
        inbox->begin = inbox->end = 0;
    }
    if (inbox->begin + bytes > ROOM || inbox->begin > TOUCHED) {
        memmove(inbox->bytes, inbox->bytes + inbox->begin, inbox->end - inbox->begin);
        inbox->end -= inbox->begin;
        inbox->begin = 0;
    }
}

/* Without libc, as the runner must not write to its errno. */
static bool receive(uint64_t bytes) {
    while (inbox->end - inbox->begin < bytes) {
        make_room(bytes);
        long got = direct_call(SYS_read, server, (long)(inbox->bytes + inbox->end), (long)(ROOM - inbox->end), 0);
        if (got <= 0 && got != -EINTR) {
            return false;
        }
        inbox->end += got > 0 ? (uint64_t)got : 0;
    }
    return true;
}

bool inbox_has_frame(void) {
    uint64_t there = inbox->end - inbox->begin;
    const struct heddle_frame *frame = (const struct heddle_frame *)(const void *)(inbox->bytes + inbox->begin);
    return there >= sizeof *frame && there - sizeof *frame >= frame->length;
}

const struct heddle_frame *inbox_after(const struct heddle_frame *frame) {
    const char *start = (const char *)(frame + 1) + frame->length, *end = inbox->bytes + inbox->end;
    const struct heddle_frame *after = (const struct heddle_frame *)(const void *)start;
    bool is_there = (uint64_t)(end - start) >= sizeof *after && (uint64_t)(end - start) - sizeof *after >= after->length;
    return is_there && after->version == HEDDLE_WIRE_VERSION ? after : NULL;
}

const struct heddle_frame *inbox_next(const char **wrong) {
    *wrong = NULL;
    if (!receive(sizeof(struct heddle_frame))) {
        return NULL;
    }
    const struct heddle_frame *frame = (const struct heddle_frame *)(const void *)(inbox->bytes + inbox->begin);
    if (frame->version != HEDDLE_WIRE_VERSION) {
        *wrong = "a frame has another protocol version";
    } else if (frame->length > HEDDLE_MAX_FRAME) {
        *wrong = "a frame is too long";
    } else if (!receive(sizeof *frame + frame->length)) {
        return NULL;
    }
    return (const struct heddle_frame *)(const void *)(inbox->bytes + inbox->begin); /* which may have been moved */
}

void inbox_drop(void) {
    const struct heddle_frame *frame = (const struct heddle_frame *)(const void *)(inbox->bytes + inbox->begin);
    inbox->begin += sizeof *frame + frame->length;
    INVARIANT(inbox->begin <= inbox->end && inbox->end <= ROOM);
}

static const char *view(const struct heddle_frame *frame, struct plan_view *plan) {
    const char *body = (const char *)(frame + 1);
    const struct heddle_plan *head = (const struct heddle_plan *)(const void *)body;
    if (frame->length < sizeof *head) {
        return "a PLAN frame is shorter than its header";
    }
    uint64_t steps = (uint64_t)head->step_count * sizeof *plan->steps;
    uint64_t sleep = (uint64_t)head->sleep_count * sizeof *plan->sleep;
    uint64_t objects = (uint64_t)head->object_count * sizeof *plan->objects;
    uint64_t weights = (uint64_t)head->weight_count * sizeof *plan->weights;
    uint64_t required = (uint64_t)head->requirement_count * sizeof *plan->requirements;
    uint64_t visible = (uint64_t)head->visible_count * sizeof *plan->visible;
    uint64_t described = (uint64_t)head->described_count * sizeof *plan->described;
    uint64_t touches = (uint64_t)head->touch_count * sizeof *plan->touches;
    if (sizeof *head + steps + sleep + objects + weights + required + visible + described + touches != frame->length) {
        return "a PLAN frame's length does not fit its counts";
    }
    if (!policy_exists(head->policy)) {
        return "a PLAN frame has an unknown policy";
    }
    body += sizeof *head;
    *plan = (struct plan_view){.head = head,
                               .steps = (const struct heddle_step *)(const void *)body,
                               .sleep = inbox->sleep,
                               .objects = (const struct heddle_weight *)(const void *)(body + steps + sleep),
                               .weights = (const struct heddle_weight *)(const void *)(body + steps + sleep + objects),
                               .requirements =
                                   (const struct heddle_requirement *)(const void *)(body + steps + sleep + objects + weights)};
    plan->visible = (const struct heddle_range *)(const void *)(plan->requirements + head->requirement_count);
    plan->described = plan->visible + head->visible_count;
    plan->touches = (const struct heddle_touch *)(const void *)(plan->described + head->described_count);
    return NULL;
}

const char *inbox_plan(const struct heddle_frame *frame, struct plan_view *plan) {
    const char *wrong = view(frame, plan);
    if (!wrong) {
        memcpy(inbox->sleep, plan->steps + plan->head->step_count, plan->head->sleep_count * sizeof *plan->sleep);
    }
    return wrong;
}

bool inbox_look(const struct heddle_frame *frame, struct plan_view *plan) { return !view(frame, plan); }

bool inbox_is_for_runner(const struct heddle_frame *frame) {
    const struct heddle_plan *plan = (const struct heddle_plan *)(const void *)(frame + 1);
    uint32_t forked = HEDDLE_PLAN_DEBUG | HEDDLE_PLAN_DESCRIBE | HEDDLE_PLAN_PEDANTIC | HEDDLE_PLAN_LEAKS;
    return frame->type == HEDDLE_PLAN && frame->length >= sizeof *plan &&
           (plan->flags & (HEDDLE_PLAN_IN_PROCESS | forked)) == HEDDLE_PLAN_IN_PROCESS;
}
