/* An execution begins: in a child of the zygote, or in its runner. */
#ifndef HEDDLE_EXECUTION_H
#define HEDDLE_EXECUTION_H

#include <stdbool.h>

#include "model/plan.h"

struct fiber;

void execution_prepare(int (*program)(void)); /* once, in the zygote: what runs the program's main */

/* Before an execution. */
void execution_reset_shared(void);
void execution_reset_files(bool written, bool read); /* as far as an earlier one may have written or read */

void execution_enter_child(void); /* makes the process one that executes plans */

/* Begins to follow the plan. Returns the thread that will run main. */
struct fiber *execution_begin(const struct plan_view *plan);

#endif
