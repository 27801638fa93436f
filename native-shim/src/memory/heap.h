#ifndef HEDDLE_HEAP_H
#define HEDDLE_HEAP_H

/* From now on, until the first switch to a fiber, allocations come from an arena that is none of the program's threads'. */
void heap_leave_to_zygote(void);

#endif
