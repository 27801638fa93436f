#include "zygote/spent.h"

#include <stddef.h>

#include "base/pages/runtime_memory.h"
#include "base/real.h"
#include "model/runtime.h"

/* In nanoseconds. */
static struct spent {
    uint64_t since; /* what has been done from here on is not counted yet; 0: nothing has been done */
    uint64_t around; /* what has been counted, and belongs to the execution under way or the next one */
    uint64_t begun, ended; /* the program */
} *spent;

bool spent_reserve(void) {
    spent = runtime_shared_pages(sizeof *spent);
    return spent != NULL;
}

static uint64_t count(void) {
    uint64_t now = real_nanoseconds();
    spent->around += spent->since ? now - spent->since : 0;
    spent->since = now;
    return now;
}

void spent_wait_begins(void) { count(); }

void spent_wait_ends(void) { spent->since = real_nanoseconds(); }

void spent_program_begins(void) { spent->begun = count(); }

void spent_program_ends(void) { spent->ended = real_nanoseconds(); }

void spent_tell(struct heddle_result *result) {
    if (spent->ended <= spent->begun) {
        return; /* it was not begun */
    }
    uint64_t alone_until = rt.shared->alone_until;
    result->program_nanos = spent->ended - spent->begun;
    result->alone_nanos = alone_until > spent->begun ? alone_until - spent->begun : 0;
    result->around_nanos = spent->around;
    spent->around = 0;
    spent->since = spent->begun = spent->ended;
}
