/* What an execution changes in the kernel. */
#ifndef HEDDLE_RUNNER_UNDO_H
#define HEDDLE_RUNNER_UNDO_H

void kernel_remember(void); /* before any execution: what there is now comes back after each */
void kernel_put_back(void); /* after each */

#endif
