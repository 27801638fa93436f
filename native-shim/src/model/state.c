/* Defines the runtime's state. This file is linked last, so that `rt` directly follows the small variables of the other
 * files, with its large parts, and `cold`, behind it. */
#include "model/cold.h"

struct runtime rt __attribute__((aligned(4096)));
struct cold cold __attribute__((aligned(4096)));
