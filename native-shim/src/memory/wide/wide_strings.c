/* The functions of wchar.h that have a sibling in string.h or stdlib.h: what library.c says of that one, of wide characters. */
#include "memory/wide/wide_strings.h"

#include <errno.h>
#include <stdbool.h>

static struct library_access touches(const wchar_t *at, size_t characters, bool writes) {
    return (struct library_access){at, characters * sizeof *at, writes};
}

static struct library_access reads(const wchar_t *at, size_t characters) { return touches(at, characters, false); }

static struct library_access writes(const wchar_t *at, size_t characters) { return touches(at, characters, true); }

/* Characters before the end, or the size if there is none within that; the size of a string of any length is beyond wcsnlen. */
static size_t length_of(const wchar_t *string, size_t size) {
    size_t length = 0;
    while (length < size && string[length]) {
        length++;
    }
    return length;
}

static size_t extent(const wchar_t *string, size_t size) {
    size_t length = length_of(string, size);
    return length == size ? size : length + 1;
}

static size_t compared(const wchar_t *a, const wchar_t *b, size_t size, bool strings) {
    size_t at = 0;
    while (at < size && a[at] == b[at] && !(strings && a[at] == 0)) {
        at++;
    }
    return at < size ? at + 1 : size;
}

/* Up to the character, or the end of the string. */
static size_t found(const wchar_t *string, wchar_t character) {
    const wchar_t *at = string;
    while (*at && *at != character) {
        at++;
    }
    return (size_t)(at - string) + 1;
}

/* Of the number that the text begins with, and of the character that ends it. */
static size_t number(const wchar_t *text, bool real, int base) {
    wchar_t *end;
    int saved = errno;
    if (real) {
        wcstold(text, &end);
    } else {
        wcstoll(text, &end, base);
    }
    errno = saved;
    return (size_t)(end - text) + 1;
}

static struct library_access of_pointer(const void *at, bool is_written) {
    return (struct library_access){at, sizeof(wchar_t *), is_written};
}

static uint32_t token(wchar_t *text, wchar_t **state, const wchar_t *delimiters, struct library_access out[4]) {
    out[0] = of_pointer(state, false);
    wchar_t *from = text ? text : *state;
    out[1] = of_pointer(state, true);
    if (!from) {
        return 2;
    }
    wchar_t *start = from + wcsspn(from, delimiters), *end = start + wcscspn(start, delimiters);
    out[2] = reads(from, (size_t)(end - from) + 1);
    out[3] = writes(end, 1);
    return *start && *end ? 4 : 3;
}

uint32_t wide_accesses(int function, wchar_t *a, wchar_t *b, size_t size, struct library_access out[4]) {
    switch ((enum heddle_library)(function - HEDDLE_LIBRARY_WIDE)) {
        case HEDDLE_LIBRARY_READ_STRING:
            out[0] = reads(a, extent(a, size));
            return 1;
        case HEDDLE_LIBRARY_READ_STRINGS:
        case HEDDLE_LIBRARY_READ_BOTH: {
            size_t both = compared(a, b, size, function - HEDDLE_LIBRARY_WIDE == HEDDLE_LIBRARY_READ_STRINGS);
            out[0] = reads(a, both);
            out[1] = reads(b, both);
            return 2;
        }
        case HEDDLE_LIBRARY_SEARCH_STRING: {
            const wchar_t *there = wcsstr(a, b);
            out[0] = reads(a, there ? (size_t)(there - a) + wcslen(b) : wcslen(a) + 1);
            out[1] = reads(b, wcslen(b) + 1);
            return 2;
        }
        case HEDDLE_LIBRARY_FIND_BYTE: {
            const wchar_t *there = wmemchr(a, (wchar_t)(intptr_t)b, size);
            out[0] = reads(a, there ? (size_t)(there - a) + 1 : size);
            return 1;
        }
        case HEDDLE_LIBRARY_FIND_CHARACTER:
            out[0] = reads(a, found(a, (wchar_t)(intptr_t)b));
            return 1;
        case HEDDLE_LIBRARY_SPAN:
        case HEDDLE_LIBRARY_SPAN_UNTIL:
            out[0] = reads(a, (function - HEDDLE_LIBRARY_WIDE == HEDDLE_LIBRARY_SPAN ? wcsspn(a, b) : wcscspn(a, b)) + 1);
            out[1] = reads(b, wcslen(b) + 1);
            return 2;
        case HEDDLE_LIBRARY_READ_INTEGER:
        case HEDDLE_LIBRARY_READ_REAL:
            out[0] = reads(a, number(a, function - HEDDLE_LIBRARY_WIDE == HEDDLE_LIBRARY_READ_REAL, (int)size));
            out[1] = of_pointer(b, true);
            return b ? 2 : 1;
        case HEDDLE_LIBRARY_NEXT_TOKEN:
            return token(a, (wchar_t **)b, (const wchar_t *)size, out);
        case HEDDLE_LIBRARY_COPY_STRING:
            out[0] = reads(b, wcslen(b) + 1);
            out[1] = writes(a, wcslen(b) + 1);
            return 2;
        case HEDDLE_LIBRARY_COPY_AND_FILL:
            out[0] = reads(b, extent(b, size));
            out[1] = writes(a, size);
            return 2;
        case HEDDLE_LIBRARY_APPEND_STRING: {
            size_t end = wcslen(a), length = length_of(b, size);
            out[0] = reads(a, end + 1);
            out[1] = reads(b, extent(b, size));
            out[2] = writes(a + end, length + 1);
            return 3;
        }
        default:
            return 0;
    }
}
