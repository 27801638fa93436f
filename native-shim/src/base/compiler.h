/* What the compiler is told about functions and branches. */
#ifndef HEDDLE_COMPILER_H
#define HEDDLE_COMPILER_H

#define EXPORT __attribute__((visibility("default")))
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

#endif
