#include "base/invariant.h"

#include <stddef.h>
#include <sys/syscall.h>

#include "base/direct.h"

void (*invariant_tell)(const char *text);

static void print(const char *text) {
    long length = 0;
    while (text[length]) {
        length++;
    }
    direct_call(SYS_write, 2, (long)text, length, 0);
}

void invariant_failed(const char *text) {
    if (invariant_tell) {
        invariant_tell(text);
    } else {
        print("heddle: an invariant of the runtime does not hold: ");
        print(text);
        print("\n");
    }
    for (;;) {
        direct_call(SYS_exit_group, EXIT_BROKEN, 0, 0, 0);
    }
}
