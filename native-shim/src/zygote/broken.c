/* An invariant fails in a fork, in the runner or in the zygote. Who fails writes the text into the memory that the three share, and ends;
 * the zygote tells the server, with the events of the execution that led there. */
#include "zygote/broken.h"

#include <sys/syscall.h>
#include <sys/uio.h>

#include "base/direct.h"
#include "base/invariant.h"
#include "model/runtime.h"
#include "model/shared.h"
#include "zygote/frames/sending.h"

static long zygote;

static void tell(void) {
    struct shared *shared = rt.shared;
    struct heddle_broken broken = {
        .event_count = shared->event_count <= EVENT_CAPACITY ? shared->event_count : 0,
        .text_length = shared->broken,
    };
    struct iovec parts[] = {{0},
                            {&broken, sizeof broken},
                            {shared->events, broken.event_count * sizeof *shared->events},
                            {shared->broken_text, broken.text_length}};
    send_frame(HEDDLE_BROKEN, parts, 4);
}

/* Without libc, whose functions the program may stand in for. */
static void keep(const char *text) {
    uint32_t length = 0;
    while (text[length] && length < sizeof rt.shared->broken_text) {
        rt.shared->broken_text[length] = text[length];
        length++;
    }
    rt.shared->broken = length;
    if (direct_call(SYS_getpid, 0, 0, 0, 0) == zygote) {
        tell();
    }
}

void broken_prepare(void) {
    zygote = direct_call(SYS_getpid, 0, 0, 0, 0);
    invariant_tell = keep;
}

void broken_check(void) {
    if (UNLIKELY(rt.shared->broken)) {
        tell();
        for (;;) {
            direct_call(SYS_exit_group, EXIT_BROKEN, 0, 0, 0);
        }
    }
}
