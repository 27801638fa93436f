#define _GNU_SOURCE
#include "kernel/timers/notification.h"

#include <stdbool.h>
#include <stddef.h>

#include "kernel/signals/pending/signal_info.h"
#include "kernel/signals/signal_send.h"
#include "kernel/timers/timer.h"
#include "model/fibers/fiber.h"
#include "model/note.h"

#define MOST 1024u

static struct told {
    bool used;
    struct sigevent event;
} told[MOST]; /* to threads that have not begun */

static void *run(void *argument) {
    struct told *notice = argument;
    struct sigevent event = notice->event;
    notice->used = false;
    event.sigev_notify_function(event.sigev_value);
    return NULL;
}

static struct told *keep(const struct sigevent *event) {
    for (uint32_t i = 0; i < MOST; i++) {
        if (!told[i].used) {
            told[i] = (struct told){true, *event};
            return &told[i];
        }
    }
    out_of("notifications by threads", MOST);
}

void notification_send(const struct sigevent *event, int code, uint64_t site) {
    if (event->sigev_notify == SIGEV_SIGNAL && event->sigev_signo != 0) {
        siginfo_t info = signal_info(event->sigev_signo, code);
        info.si_value = event->sigev_value;
        signals_send_to_process(&info, site);
    } else if (event->sigev_notify == SIGEV_THREAD) {
        timers_make_thread(run, keep(event), "notification", site)->signal.blocked = ~0ull;
    }
}
