/* What one access has touched, as shadow memory still tells. */
#ifndef HEDDLE_TOUCHED_H
#define HEDDLE_TOUCHED_H

#include <stdint.h>

#include "base/wire.h"

/* The bytes around [at, at + size), which the access with this epoch and site is known to have touched, that it has touched, too: up to
 * MOST_TOUCHED on each side. */
struct heddle_range shadow_touched(uint32_t epoch, uint32_t cell_site, uint64_t at, uint64_t size);

#define MOST_TOUCHED 4096u

#endif
