/* What the files of the zygote have in common. */
#ifndef HEDDLE_ZYGOTE_H
#define HEDDLE_ZYGOTE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/uio.h>

#include "base/wire.h"
#include "model/plan.h"
#include "zygote/way.h"

/* ---- zygote.c ---- */
_Noreturn void zygote_serve(const char *socket_path, int (*run)(void));
bool zygote_send(enum heddle_frame_type type, struct iovec *parts, int count); /* parts[0] is the header's */
void zygote_tell_half_sent(bool *flag); /* which is true as long as a part of a frame may have been sent */
_Noreturn void zygote_refuse(const char *text); /* what the server sent is wrong */

/* Whether a frame is a plan that the runner may execute. */
bool zygote_allows_runner(const struct heddle_frame *frame);

/* Before an execution. */
void zygote_reset_shared(void);
void zygote_reset_files(bool written, bool read); /* as far as an earlier one may have written or read */

/* Makes the process one that executes plans. */
void zygote_enter_child(void);
struct fiber *zygote_begin(const struct plan_view *plan); /* the thread that will run main */

/* ---- zygote_wait.c: waiting for the child ---- */
void zygote_start_ticking(void); /* once: so that waiting can be interrupted */
int zygote_wait_for(
    pid_t child, const struct heddle_plan *plan); /* kills it when it makes no progress or floods its output; the wait status */
void zygote_clean_up_after(pid_t child);

/* ---- zygote_result.c: what has become of it ---- */
void zygote_prepare_verify(void);      /* once: reads the command from the environment */
void zygote_verify(int status);        /* runs it after an execution that went well */

bool zygote_send_result(const struct plan_view *plan, int status, const struct way *way);

/* ---- zygote_supply.c: executions that are run again ---- */
bool zygote_supplied(void); /* whether the execution ended for want of something that is now there */

/* ---- attach.c ---- */
extern bool attach_refused; /* a module came that was built for another version of these hooks: it is not seen */

#endif
