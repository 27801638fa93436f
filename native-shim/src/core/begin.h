/* Where exploring begins: heddle_begin() of heddle.h. The events before the first BEGIN come in one order alone (Begin.java): plans that
 * draw at random say so (HEDDLE_PLAN_DRAWS_LATE), and go on by the default policy up to there. */
#ifndef HEDDLE_BEGIN_H
#define HEDDLE_BEGIN_H

#include <stdint.h>

void begin_exploring(uint64_t site);

#endif
