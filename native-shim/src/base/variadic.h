/* The arguments behind a format. */
#ifndef HEDDLE_VARIADIC_H
#define HEDDLE_VARIADIC_H

#include <stdarg.h>

/* In a function whose last named parameter is format: the result of a call that uses the list "arguments". */
#define LIST(call)                   \
    ({                               \
        va_list arguments;           \
        va_start(arguments, format); \
        int result_ = (call);        \
        va_end(arguments);           \
        result_;                     \
    })

#endif
