#ifndef HEDDLE_FORMAT_H
#define HEDDLE_FORMAT_H

#include <stdarg.h>
#include <stdint.h>

/* Announces what a call with this format and these arguments is about to do to memory that they point to, if that is told. */
void format_announce(const char *format, va_list arguments, uint64_t site);

#endif
