/* libc's own functions, found behind ours. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "base/real.h"

#define REAL_CACHE 512u /* more than there are interposed functions */

static struct {
    const char *name;
    void *function;
} cache[REAL_CACHE];

/* Names are literals, so their addresses tell them apart; a literal that the linker did not merge costs a slot. */
void *real_function(const char *name) {
    uint64_t h = (uint64_t)(uintptr_t)name * 0x9e3779b97f4a7c15ull >> 32;
    for (uint32_t i = 0; i < REAL_CACHE; i++) {
        uint32_t at = (uint32_t)(h + i) % REAL_CACHE;
        if (cache[at].name == name) {
            return cache[at].function;
        }
        if (!cache[at].name) {
            void *found = dlsym(RTLD_NEXT, name);
            if (!found) {
                break;
            }
            cache[at].function = found;
            cache[at].name = name;
            return found;
        }
    }
    static const char text[] = "heddle: libc does not have the function ";
    ssize_t ignored = REAL(write)(2, text, sizeof text - 1);
    ignored = REAL(write)(2, name, strlen(name));
    ignored = REAL(write)(2, "\n", 1);
    (void)ignored;
    REAL(_exit)(127);
    __builtin_unreachable();
}
