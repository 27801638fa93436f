#define _GNU_SOURCE
#include "race/clocks/race_memory.h"

#include "base/hot.h"
#include "base/pages/runtime_memory.h"
#include "model/note.h"

#define FIRST_BYTES 2048u /* enough for a small execution, without a page of its own */
#define PIECE (1u << 20)

HOT static _Alignas(16) char first[FIRST_BYTES];
HOT static char *next = first, *end = first + FIRST_BYTES;

void *race_allocate(size_t bytes) {
    bytes = (bytes + 15) & ~(size_t)15;
    if ((size_t)(end - next) < bytes) {
        size_t piece = bytes > PIECE ? bytes : PIECE;
        void *got = runtime_pages(piece);
        if (!got) {
            out_of("bytes of memory for clocks", piece);
        }
        next = got;
        end = next + piece;
    }
    void *result = next;
    next += bytes;
    return result;
}
