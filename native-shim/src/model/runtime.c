/* This file is linked last, so that `rt` follows the small variables of the other files. */
#include "model/runtime.h"

struct runtime rt __attribute__((aligned(4096)));
