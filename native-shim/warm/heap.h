/* How much memory the JVM of a command may use, which is said before it starts. */
#ifndef HEDDLE_WARM_HEAP_H
#define HEDDLE_WARM_HEAP_H

#include <stdbool.h>

/* What Heddle's process takes besides the heap of its JVM: classes, code, the compiler of C. MemoryLimit.BESIDES_HEAP says the same. */
#define HEAP_BESIDES (150ll << 20)
#define HEAP_LEAST (90ll << 20) /* no check gets along with less */

/* Whether the command has a limit of memory of its own (--memory). */
bool heap_is_limited(char *const *arguments);

/* Options of the JVM. */
struct heap_options {
    char heap[32]; /* where objects live */
    char buffers[64]; /* where executions are read */
};

/* Those by which a command keeps to its --memory; false if it has none that can be kept so. */
bool heap_options(char *const *arguments, struct heap_options *options);

#endif
