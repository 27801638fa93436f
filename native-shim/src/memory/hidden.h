/* What library functions hide that the runtime does in their place: see hidden.c. */
#ifndef HEDDLE_HIDDEN_H
#define HEDDLE_HIDDEN_H

void hidden_prepare(void); /* once, in the zygote */

#endif
