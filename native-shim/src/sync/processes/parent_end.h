/* What children hear of the end of their parent. */
#ifndef HEDDLE_PARENT_END_H
#define HEDDLE_PARENT_END_H

#include <stdint.h>

/* The running thread ends, and its process goes on where it has others. */
void parent_end_of_thread(uint64_t site);

/* The running process ends. */
void parent_end_of_process(uint64_t site);

void parent_end_prepare(void); /* once, in the zygote */

#endif
