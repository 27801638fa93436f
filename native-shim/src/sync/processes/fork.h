/* New processes: see fork.c. */
#ifndef HEDDLE_FORK_H
#define HEDDLE_FORK_H

void fork_prepare(void); /* once, in the zygote, when all modules are loaded */

#endif
