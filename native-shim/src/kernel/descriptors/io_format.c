/* printf to descriptors: the text is written as any other one is. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/real.h"
#include "base/variadic.h"
#include "memory/stdio/format.h"
#include "model/runtime.h"

#define LONGEST 65536 /* bytes, as this is on the stack */

static int print(int fd, const char *format, va_list arguments, uint64_t site) {
    int length = -1;
    if (running()) {
        va_list copy;
        va_copy(copy, arguments);
        length = REAL(vsnprintf)(NULL, 0, format, copy);
        va_end(copy);
    }
    if (length < 0 || length >= LONGEST) {
        return REAL(vdprintf)(fd, format, arguments);
    }
    char text[length + 1];
    REAL(vsnprintf)(text, sizeof text, format, arguments);
    for (int done = 0; done < length;) {
        pass_site(site);
        ssize_t written = write(fd, text + done, (size_t)(length - done));
        if (written <= 0) {
            return -1;
        }
        done += (int)written;
    }
    return length;
}

EXPORT int vdprintf(int fd, const char *restrict format, va_list arguments) {
    uint64_t site = SITE();
    format_announce(format, arguments, site);
    return print(fd, format, arguments, site);
}

EXPORT int dprintf(int fd, const char *restrict format, ...) {
    uint64_t site = SITE();
    return LIST(print(fd, format, arguments, site));
}

/* Programs built with _FORTIFY_SOURCE call these. libc's also refuse %n in a format that can be written to. */
int __vdprintf_chk(int fd, int flag, const char *restrict format, va_list arguments);
EXPORT int __vdprintf_chk(int fd, int flag, const char *restrict format, va_list arguments) {
    (void)flag;
    PASS_SITE();
    return vdprintf(fd, format, arguments);
}

int __dprintf_chk(int fd, int flag, const char *restrict format, ...);
EXPORT int __dprintf_chk(int fd, int flag, const char *restrict format, ...) {
    (void)flag;
    uint64_t site = SITE();
    return LIST(print(fd, format, arguments, site));
}
