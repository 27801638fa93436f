/* Words of nodes that functions of libstdc++.so link: each access is announced, as that of instrumented code is. */
#ifndef HEDDLE_NODE_H
#define HEDDLE_NODE_H

#include <stdint.h>

#include "memory/memory.h"
#include "model/runtime.h"

/* `site` is that of the call. */
#define NODE_GET(place) (running() ? memory_reads(&(place), sizeof(place), site) : (void)0, (place))
#define NODE_SET(place, value)                                              \
    do {                                                                    \
        __typeof__(place) set_ = (value);                                   \
        running() ? memory_writes(&(place), sizeof(place), site) : (void)0; \
        (place) = set_;                                                     \
    } while (0)

#endif
