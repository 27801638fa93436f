#ifndef HEDDLE_WARM_H
#define HEDDLE_WARM_H

/* In the zygote, before the first fork: makes forked children start with their page tables filled. */
void warm_up(void);

#endif
