#define _GNU_SOURCE
#include "memory/mappings/maps.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>

#include "base/direct.h"
#include "base/real.h"

bool maps_each(uint64_t start, uint64_t end, mapping_fn *each, void *context) {
    int list = (int)direct_call(SYS_open, (long)"/proc/self/maps", O_RDONLY, 0, 0);
    char text[4096];
    size_t kept = 0;
    long got;
    while (list >= 0 && (got = direct_call(SYS_read, list, (long)(text + kept), (long)(sizeof text - 1 - kept), 0)) > 0) {
        kept += (size_t)got;
        text[kept] = 0;
        char *line = text, *end_of_line;
        while ((end_of_line = strchr(line, '\n'))) {
            struct mapping m;
            if (REAL(sscanf)(line, "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %x:%x %" SCNu64, &m.start, &m.end, m.rights,
                             &m.offset, &m.major, &m.minor, &m.file) == 7 &&
                m.start < end && start < m.end) {
                each(&m, context);
            }
            line = end_of_line + 1;
        }
        kept -= (size_t)(line - text);
        memmove(text, line, kept);
    }
    direct_call(SYS_close, list, 0, 0, 0);
    return list >= 0;
}
