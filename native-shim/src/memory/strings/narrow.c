/* The functions of string.h and stdlib.h that know strings or bytes. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "memory/strings/narrow.h"

#define CHARACTER char
#define LENGTH strlen
#define LENGTH_WITHIN strnlen
#define SPAN strspn
#define SPAN_UNTIL strcspn
#define SEARCH strstr
#define FIND memchr
#define FIND_OR_END strchrnul
#define INTEGER strtoll
#define REAL strtold
#define FOLDED(character) tolower((unsigned char)(character))
#include "memory/strings/string_rules.inc"

enum { TEMPLATE = 6 }; /* mkstemp's XXXXXX */

/* What there is of bytes alone. */
static uint32_t byte_accesses(enum heddle_library function, char *a, char *b, size_t size, struct library_access out[4]) {
    switch (function) {
        case HEDDLE_LIBRARY_CUT_TOKEN: {
            char *text = *(char **)a;
            size_t length = text ? strcspn(text, b ? b : ",") : 0;
            out[0] = writes(a, sizeof text);
            out[1] = reads(text, length + 1);
            out[2] = writes(text ? text + length : NULL, 1);
            return !text ? 1 : text[length] ? 3 : 2;
        }
        case HEDDLE_LIBRARY_FILL_TEMPLATE: {
            size_t length = strlen(a), last = size + TEMPLATE;
            out[0] = reads(a, length + 1);
            out[1] = writes(a + length - (length < last ? length : last), TEMPLATE);
            return length < last ? 1 : 2;
        }
        default:
            return 0;
    }
}

uint32_t narrow_accesses(int function, void *a, void *b, size_t size, struct library_access out[4]) {
    uint32_t count = string_accesses((enum heddle_library)function, a, b, size, out);
    return count > 0 ? count : byte_accesses((enum heddle_library)function, a, b, size, out);
}
