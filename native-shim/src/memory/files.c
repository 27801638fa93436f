/* Regular files. A call on one is an access of a variable of the runtime that stands for its contents and the positions in it; a
 * name is made, changed and looked up in one that stands for all of them.
 *
 * A variable is chosen by what is the same in all executions: the number of a file that was there before them. All that are made later
 * share one: two executions give them different numbers. */
#define _GNU_SOURCE
#include "memory/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>

#include "base/direct.h"
#include "memory/external.h"
#include "memory/mapping.h"
#include "memory/memory.h"
#include "model/note.h"
#include "model/resolve.h"
#include "model/runtime.h"

#define FILES 64 /* the first is that of files that executions make */
#define COARSE 20000000ull /* nanoseconds: file systems tell time by a clock that may be so late */
#define SECOND 1000000000ull

static uint64_t files[FILES];
static uint64_t begun; /* when the zygote did */

static const struct heddle_site records[] = {
    {(const char *)files, "", "the contents of a file", 0, 0, HEDDLE_SITE_VARIABLE, sizeof files},
};

void files_begin(void) {
    struct timespec now = {0};
    kernel_call(SYS_clock_gettime, CLOCK_REALTIME, &now);
    begun = (uint64_t)now.tv_sec * SECOND + (uint64_t)now.tv_nsec - COARSE;
    resolve_name(records, records + 1);
}

static bool was_there_before(const struct statx *status) {
    return status->stx_mask & STATX_BTIME && (uint64_t)status->stx_btime.tv_sec * SECOND + status->stx_btime.tv_nsec < begun;
}

/* The file of the descriptor, or of the name if there is one; nothing if it is no regular one. */
static void use(int descriptor, const char *name, bool changes, uint64_t site) {
    struct statx status;
    int saved = errno;
    bool is_file = statx(name ? AT_FDCWD : descriptor, name ? name : "", name ? 0 : AT_EMPTY_PATH,
                         STATX_TYPE | STATX_INO | STATX_BTIME, &status) == 0 &&
                   S_ISREG(status.stx_mode);
    errno = saved;
    if (is_file) {
        memory_state(&files[was_there_before(&status) ? 1 + status.stx_ino % (FILES - 1) : 0], changes, site);
    }
}

static bool is_standard(int descriptor) { return descriptor >= 0 && descriptor <= 2; }

static void opened(const char *name, int flags, uint64_t site) {
    external_state(HEDDLE_STATE_NAMES, flags & O_CREAT, site);
    if (flags & O_TRUNC) {
        use(-1, name, true, site);
    }
}

static void called(enum heddle_library function, const void *a, const void *b, uint64_t size, uint64_t site) {
    const char *mode = b;
    switch (function) {
        case HEDDLE_LIBRARY_USE_FILE:
            if (!is_standard((int)(intptr_t)b)) {
                use((int)(intptr_t)b, NULL, size, site);
            }
            if (size == HEDDLE_FILE_CUT && mapping_shows((int)(intptr_t)b, 0, UINT64_MAX)) {
                note(HEDDLE_NOTE_UNSEEN, 0, site, "a change of the length of a file that is mapped");
            }
            break;
        case HEDDLE_LIBRARY_USE_STREAM:
            if (a && !is_standard(((const FILE *)a)->_fileno)) {
                use(((const FILE *)a)->_fileno, NULL, size, site);
            }
            break;
        case HEDDLE_LIBRARY_OPEN:
            opened(a, (int)size, site);
            break;
        case HEDDLE_LIBRARY_OPEN_STREAM:
            opened(a, mode[0] == 'w' ? O_CREAT | O_TRUNC : mode[0] == 'a' ? O_CREAT : 0, site);
            break;
        default:
            break;
    }
}

bool files_called(int function, const void *a, const void *b, uint64_t size, uint64_t site) {
    if (function < HEDDLE_LIBRARY_USE_FILE) {
        return false;
    }
    if (running() && rt.fiber_count > 1) {
        called((enum heddle_library)function, a, b, size, site);
    }
    return true;
}
