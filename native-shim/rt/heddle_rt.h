/* What the two members of libheddle-rt.a share. */
#ifndef HEDDLE_RT_H
#define HEDDLE_RT_H

#include "../include/heddle_abi.h"

#define HEDDLE_HIDDEN __attribute__((visibility("hidden")))

/* The hooks of the checker, or NULL when the program runs on its own. Set once, before main. */
extern HEDDLE_HIDDEN const struct heddle_hooks *__heddle_attached;

#endif
