/* What threads block. */
#ifndef HEDDLE_SIGNAL_MASK_H
#define HEDDLE_SIGNAL_MASK_H

#include <signal.h>
#include <stdint.h>

uint64_t signals_exchange(const sigset_t *set); /* what the current thread blocks becomes the set, if there is one; what it was */
void signals_restore(uint64_t before);

/* As pthread_sigmask(SIG_SETMASK, wanted, NULL) does, without its access to the set. */
void signals_set_mask(const sigset_t *wanted, uint64_t site);

#endif
