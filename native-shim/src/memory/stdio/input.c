/* Reading from streams. libc fills the program's memory by itself there, and how far, it tells afterwards. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/real.h"
#include "memory/memory.h"
#include "memory/stdio/failing_stream.h"
#include "memory/stdio/output_buffer.h"
#include "memory/stdio/stream_lock.h"
#include "model/resolve.h"
#include "model/runtime.h"

_Noreturn void __chk_fail(void);

/* ---- blocks and lines ---- */

EXPORT size_t fread(void *restrict to, size_t size, size_t count, FILE *restrict stream) {
    uint64_t site = SITE();
    size_t bytes;
    if (!running() || size == 0 || __builtin_mul_overflow(size, count, &bytes)) {
        return REAL(fread)(to, size, count, stream);
    }
    if (UNLIKELY(stream_fails(HEDDLE_FAILING_READ, stream, site))) {
        return 0;
    }
    struct output_buffer buffer;
    void *into = output_buffer_begin(&buffer, to, bytes, site);
    size_t got = WITH_STREAM(__func__, stream, HEDDLE_STREAM_USES, site, REAL(fread)(into, 1, bytes, stream));
    output_buffer_end(&buffer, got);
    return got / size;
}

EXPORT size_t __fread_chk(void *restrict to, size_t room, size_t size, size_t count, FILE *restrict stream) {
    PASS_SITE();
    size_t bytes;
    if (__builtin_mul_overflow(size, count, &bytes) || bytes > room) {
        __chk_fail();
    }
    return fread(to, size, count, stream);
}

#define UNTOUCHED '\n'

/* What fgets has filled of a buffer that was full of UNTOUCHED: a line may contain NULs. */
static size_t line_extent(const char *line, size_t size) {
    const char *found = memchr(line, UNTOUCHED, size);
    if (!found) {
        return size;
    }
    size_t at = (size_t)(found - line);
    bool ends_line = at + 1 < size && found[1] == 0;
    return ends_line ? at + 2 : at;
}

EXPORT char *fgets(char *restrict to, int size, FILE *restrict stream) {
    uint64_t site = SITE();
    if (!running() || size <= 0) {
        return REAL(fgets)(to, size, stream);
    }
    if (UNLIKELY(stream_fails(HEDDLE_FAILING_READ, stream, site))) {
        return NULL;
    }
    struct output_buffer buffer;
    char *into = output_buffer_begin(&buffer, to, (size_t)size, site);
    bool ours = into != to;
    if (ours) {
        memset(into, UNTOUCHED, (size_t)size);
    }
    bool got = WITH_STREAM(__func__, stream, HEDDLE_STREAM_USES, site, REAL(fgets)(into, size, stream)) != NULL;
    output_buffer_end(&buffer, !got ? 0 : ours ? line_extent(into, (size_t)size) : strlen(into) + 1);
    return got ? to : NULL;
}

EXPORT char *__fgets_chk(char *restrict to, size_t room, int size, FILE *restrict stream) {
    PASS_SITE();
    if (size > 0 && (size_t)size > room) {
        __chk_fail();
    }
    return fgets(to, size, stream);
}

/* The line goes where libc puts it if nobody minds, else into a block of its own first. */
static ssize_t read_line(char **line, size_t *room, int delimiter, FILE *stream, uint64_t site) {
    if (*line == NULL || !memory_is_watched(*line, *room)) {
        ssize_t got = REAL(getdelim)(line, room, delimiter, stream);
        if (got >= 0) {
            memory_writes(*line, (size_t)got + 1, site);
        }
        return got;
    }
    char *apart = NULL;
    size_t apart_room = 0;
    ssize_t got = REAL(getdelim)(&apart, &apart_room, delimiter, stream);
    if (got >= 0 && (size_t)got >= *room) {
        *line = realloc(*line, apart_room);
        *room = apart_room;
    }
    if (got >= 0) {
        memory_writes(*line, (size_t)got + 1, site);
        memcpy(*line, apart, (size_t)got + 1);
    }
    free(apart);
    return got;
}

static ssize_t get_delimited(char **line, size_t *room, int delimiter, FILE *stream, uint64_t site) {
    memory_reads(line, sizeof *line, site);
    memory_reads(room, sizeof *room, site);
    char *block = *line;
    size_t length = *room;
    ssize_t got = read_line(&block, &length, delimiter, stream, site);
    if (block != *line) {
        memory_writes(line, sizeof *line, site);
        *line = block;
    }
    if (length != *room) {
        memory_writes(room, sizeof *room, site);
        *room = length;
    }
    return got;
}

EXPORT ssize_t getdelim(char **restrict line, size_t *restrict room, int delimiter, FILE *restrict stream) {
    uint64_t site = SITE();
    if (UNLIKELY(stream_fails(HEDDLE_FAILING_READ, stream, site))) {
        return -1;
    }
    return running() && line && room && resolve_is_site(site)
               ? WITH_STREAM(__func__, stream, HEDDLE_STREAM_USES, site, get_delimited(line, room, delimiter, stream, site))
               : REAL(getdelim)(line, room, delimiter, stream);
}

ssize_t __getdelim(char **restrict line, size_t *restrict room, int delimiter, FILE *restrict stream);
EXPORT ssize_t __getdelim(char **restrict line, size_t *restrict room, int delimiter, FILE *restrict stream) {
    PASS_SITE();
    return getdelim(line, room, delimiter, stream);
}

EXPORT ssize_t getline(char **restrict line, size_t *restrict room, FILE *restrict stream) {
    PASS_SITE();
    return getdelim(line, room, '\n', stream);
}
