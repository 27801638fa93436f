/* Frames from the server, in memory that the zygote shares with the runner: whoever has the turn takes the next one. */
#ifndef HEDDLE_INBOX_H
#define HEDDLE_INBOX_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wire.h"
#include "model/plan.h"

bool inbox_reserve(int server); /* once, in the zygote */

bool inbox_has_frame(void); /* without waiting for it */

/* The next frame, waiting for it; it stays the next one until it is dropped. NULL: the server has left. With `wrong` set it broke the
 * protocol in that way. */
const struct heddle_frame *inbox_next(const char **wrong);
void inbox_drop(void);

/* The frame behind this one, as far as it has been read; NULL: there is none yet. */
const struct heddle_frame *inbox_after(const struct heddle_frame *frame);

/* Reads the frame, which is a PLAN. The execution may write to the sleep set, which is a copy. NULL, or what is wrong with it. */
const char *inbox_plan(const struct heddle_frame *frame, struct plan_view *plan);

/* The same for one whose turn has not come: its sleep set is not to be looked at. False: something is wrong with it. */
bool inbox_look(const struct heddle_frame *frame, struct plan_view *plan);

/* Whether a frame is a plan that the runner may execute. */
bool inbox_is_for_runner(const struct heddle_frame *frame);

#endif
