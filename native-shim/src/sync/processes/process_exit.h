#ifndef HEDDLE_PROCESS_EXIT_H
#define HEDDLE_PROCESS_EXIT_H

void process_exit_prepare(void); /* once, in the zygote */

#endif
