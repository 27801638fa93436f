/* Functions of stdio whose arguments the access pass announces: libc's, under the stream's lock. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>

#include "base/compiler.h"
#include "base/real.h"
#include "base/variadic.h"
#include "memory/stdio/failing_stream.h"
#include "memory/stdio/stream_lock.h"
#include "model/runtime.h"

#define LOCKED(function, stream, how, call)                      \
    ({                                                           \
        uint64_t site_ = SITE();                                 \
        WITH_STREAM((function), (stream), (how), site_, (call)); \
    })
#define USING(stream, call) LOCKED(__func__, stream, HEDDLE_STREAM_USES, call)

/* One that returns `failure` where the disk is full, or cannot be read. */
#define TRYING(function, what, failure, stream, how, call)                     \
    ({                                                                         \
        uint64_t from_ = SITE();                                               \
        UNLIKELY(stream_fails((what), (stream), from_))                        \
        ? (failure) : WITH_STREAM((function), (stream), (how), from_, (call)); \
    })
#define WRITING_AS(function, stream, call) TRYING(function, HEDDLE_FAILING_WRITE, EOF, stream, HEDDLE_STREAM_WRITES, call)
#define WRITING(stream, call) WRITING_AS(__func__, stream, call)
#define READING(stream, call) TRYING(__func__, HEDDLE_FAILING_READ, EOF, stream, HEDDLE_STREAM_USES, call)

EXPORT int fputc(int c, FILE *stream) { return WRITING(stream, REAL(fputc)(c, stream)); }
#undef putc
EXPORT int putc(int c, FILE *stream) { return WRITING(stream, REAL(putc)(c, stream)); }
#undef putchar
EXPORT int putchar(int c) { return WRITING(stdout, REAL(putchar)(c)); }
EXPORT int fputs(const char *restrict text, FILE *restrict stream) { return WRITING(stream, REAL(fputs)(text, stream)); }
EXPORT int puts(const char *text) { return WRITING(stdout, REAL(puts)(text)); }
EXPORT size_t fwrite(const void *restrict from, size_t size, size_t count, FILE *restrict stream) {
    return TRYING(__func__, HEDDLE_FAILING_WRITE, (size_t)0, stream, HEDDLE_STREAM_WRITES,
                  REAL(fwrite)(from, size, count, stream));
}
EXPORT void perror(const char *text) { (void)WRITING(stderr, (REAL(perror)(text), 0)); }

/* Of all streams, if it names none: each has its lock taken only where this waits. */
EXPORT int fflush(FILE *stream) {
    uint64_t site = SITE();
    stream_point(NULL, HEDDLE_STREAM_WRITES, site);
    if (UNLIKELY(stream_fails(HEDDLE_FAILING_WRITE, stream, site))) {
        return EOF;
    }
    return WITH_STREAM(__func__, stream, HEDDLE_STREAM_WRITES, site, REAL(fflush)(stream));
}

EXPORT int printf(const char *restrict format, ...) { return WRITING(stdout, LIST(REAL(vprintf)(format, arguments))); }
EXPORT int fprintf(FILE *restrict stream, const char *restrict format, ...) {
    return WRITING(stream, LIST(REAL(vfprintf)(stream, format, arguments)));
}
int __vfprintf_chk(FILE *restrict stream, int flag, const char *restrict format, va_list arguments);
int __printf_chk(int flag, const char *restrict format, ...);
EXPORT int __printf_chk(int flag, const char *restrict format, ...) {
    return LOCKED("printf", stdout, HEDDLE_STREAM_WRITES, LIST(REAL(__vfprintf_chk)(stdout, flag, format, arguments)));
}
int __fprintf_chk(FILE *restrict stream, int flag, const char *restrict format, ...);
EXPORT int __fprintf_chk(FILE *restrict stream, int flag, const char *restrict format, ...) {
    return WRITING_AS("fprintf", stream, LIST(REAL(__vfprintf_chk)(stream, flag, format, arguments)));
}

EXPORT int fgetc(FILE *stream) { return READING(stream, REAL(fgetc)(stream)); }
#undef getc
EXPORT int getc(FILE *stream) { return READING(stream, REAL(getc)(stream)); }
#undef getchar
EXPORT int getchar(void) { return USING(stdin, REAL(getchar)()); }
EXPORT int ungetc(int c, FILE *stream) { return USING(stream, REAL(ungetc)(c, stream)); }

EXPORT int fseek(FILE *stream, long offset, int whence) { return USING(stream, REAL(fseek)(stream, offset, whence)); }
EXPORT int fseeko(FILE *stream, off_t offset, int whence) { return USING(stream, REAL(fseeko)(stream, offset, whence)); }
EXPORT long ftell(FILE *stream) { return USING(stream, REAL(ftell)(stream)); }
EXPORT off_t ftello(FILE *stream) { return USING(stream, REAL(ftello)(stream)); }
EXPORT void rewind(FILE *stream) { (void)USING(stream, (REAL(rewind)(stream), 0)); }
