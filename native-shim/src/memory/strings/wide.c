/* The functions of wchar.h that have a sibling in string.h or stdlib.h. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <wchar.h>
#include <wctype.h>

#include "memory/strings/wide.h"

#define CHARACTER wchar_t
#define LENGTH wcslen
#define LENGTH_WITHIN wcsnlen
#define SPAN wcsspn
#define SPAN_UNTIL wcscspn
#define SEARCH wcsstr
#define FIND wmemchr
#define FIND_OR_END wcschrnul
#define INTEGER wcstoll
#define REAL wcstold
#define FOLDED(character) towlower((wint_t)(character))
#include "memory/strings/string_rules.inc"

uint32_t wide_accesses(int function, void *a, void *b, size_t size, struct library_access out[4]) {
    return string_accesses((enum heddle_library)(function - HEDDLE_LIBRARY_WIDE), a, b, size, out);
}
