/* What library functions do to memory when instrumented code calls them: they are not instrumented themselves, so their accesses
 * are announced before the call. The ends of strings are looked for then; where another thread moves an end between that and
 * the call, the two race anyway. */
#include "library.h"

#include <string.h>

static size_t shorter(size_t a, size_t b) { return a < b ? a : b; }

/* Bytes of the string with its NUL, or the size if it has no NUL within that. */
static size_t extent(const char *string, size_t size) {
    size_t length = strnlen(string, size);
    return length == size ? size : length + 1;
}

/* How far two strings, or as many bytes, have to be read to compare them. */
static size_t compared(const char *a, const char *b, size_t size, bool strings) {
    size_t at = 0;
    while (at < size && a[at] == b[at] && !(strings && a[at] == 0)) {
        at++;
    }
    return at < size ? at + 1 : size;
}

uint32_t library_accesses(int function, char *a, char *b, size_t size, struct library_access out[3]) {
    switch ((enum heddle_library)function) {
        case HEDDLE_LIBRARY_READ_STRING:
            if (!a || size == 0) { /* printf prints "(null)" */
                return 0;
            }
            out[0] = (struct library_access){a, extent(a, size), false};
            return 1;
        case HEDDLE_LIBRARY_READ_STRINGS:
        case HEDDLE_LIBRARY_READ_BOTH: {
            size_t both = compared(a, b, size, function == HEDDLE_LIBRARY_READ_STRINGS);
            out[0] = (struct library_access){a, both, false};
            out[1] = (struct library_access){b, both, false};
            return 2;
        }
        case HEDDLE_LIBRARY_SEARCH_STRING:
            out[0] = (struct library_access){a, extent(a, size), false};
            out[1] = (struct library_access){b, extent(b, size), false};
            return 2;
        case HEDDLE_LIBRARY_COPY_STRING:
            out[0] = (struct library_access){b, extent(b, size), false};
            out[1] = (struct library_access){a, out[0].size, true};
            return 2;
        case HEDDLE_LIBRARY_COPY_AND_FILL:
            out[0] = (struct library_access){b, extent(b, size), false};
            out[1] = (struct library_access){a, size, true};
            return 2;
        case HEDDLE_LIBRARY_APPEND_STRING: {
            size_t end = strlen(a), length = strnlen(b, size);
            out[0] = (struct library_access){a, end + 1, false};
            out[1] = (struct library_access){b, shorter(length + 1, size), false};
            out[2] = (struct library_access){a + end, length + 1, true};
            return 3;
        }
        case HEDDLE_LIBRARY_READ_BYTES:
            out[0] = (struct library_access){a, size, false};
            return 1;
        case HEDDLE_LIBRARY_CHANGE_BYTES:
            out[0] = (struct library_access){a, size, false};
            out[1] = (struct library_access){a, size, true};
            return 2;
    }
    return 0;
}
