/* What has become of an execution. */
#ifndef HEDDLE_ZYGOTE_RESULT_H
#define HEDDLE_ZYGOTE_RESULT_H

#include <stdbool.h>

#include "model/plan.h"
#include "zygote/way.h"

void zygote_prepare_verify(void); /* once: reads the command from the environment */
void zygote_verify(int status);   /* runs it after an execution that went well */

bool zygote_send_result(const struct plan_view *plan, int status, const struct way *way); /* false: the server is gone */

#endif
