/* What the files of the zygote have in common. */
#ifndef HEDDLE_ZYGOTE_H
#define HEDDLE_ZYGOTE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/uio.h>

#include "base/wire.h"
#include "model/plan.h"

/* ---- zygote.c ---- */
_Noreturn void zygote_serve(const char *socket_path, int (*run)(void));
bool zygote_send(enum heddle_frame_type type, struct iovec *parts, int count); /* parts[0] is the header's */

/* ---- zygote_wait.c: waiting for the child ---- */
void zygote_start_ticking(void); /* once: so that waiting can be interrupted */
int zygote_wait_for(
    pid_t child, const struct heddle_plan *plan); /* kills it when it makes no progress or floods its output; the wait status */
void zygote_clean_up_after(pid_t child);

/* ---- zygote_result.c: what has become of it ---- */
void zygote_prepare_verify(void);      /* once: reads the command from the environment */
void zygote_verify(int status);        /* runs it after an execution that went well */
bool zygote_send_result(const struct plan_view *plan, int status);

/* ---- zygote_supply.c: executions that are run again ---- */
bool zygote_supplied(void); /* whether the execution ended for want of something that is now there */

#endif
