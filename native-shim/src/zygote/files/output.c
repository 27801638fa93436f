#define _GNU_SOURCE
#include "zygote/files/output.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/real.h"
#include "base/pages/runtime_memory.h"

#define OUTPUT_LIMIT (64 << 20) /* bytes; more is a flood */

static int files[2] = {-1, -1};
static char (*kept)[OUTPUT_KEPT]; /* shared: in the runner, the kernel could not write to private memory */

bool output_capture(int (*high)(int)) {
    kept = runtime_shared_pages(2 * sizeof *kept);
    if (!kept) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        files[i] = high(REAL(memfd_create)("heddle-output", MFD_CLOEXEC));
        if (files[i] < 0 || REAL(dup2)(files[i], i + 1) < 0) {
            return false;
        }
    }
    return true;
}

static off_t size_of(int file) {
    struct stat status;
    return fstat(file, &status) == 0 ? status.st_size : 0;
}

void output_reset(void) {
    for (int i = 0; i < 2; i++) {
        if (size_of(files[i]) > 0) {
            if (ftruncate(files[i], 0) == 0) {
                lseek(files[i], 0, SEEK_SET);
            }
        }
    }
}

bool output_copy(int which, char *to, uint32_t room, uint32_t *length) {
    off_t size = size_of(files[which]);
    *length = (uint32_t)size;
    return size <= room && REAL(pread)(files[which], to, *length, 0) == size;
}

void output_put_back(int which, const char *bytes, uint32_t length, bool stale) {
    if (stale && length > 0 && REAL(pwrite)(files[which], bytes, length, 0) != (ssize_t)length) {
        return;
    }
    if (ftruncate(files[which], length) == 0) {
        lseek(files[which], length, SEEK_SET);
    }
}

static bool is_above(off_t limit) { return size_of(files[0]) > limit || size_of(files[1]) > limit; }

bool output_rises(void) { return is_above(OUTPUT_LIMIT / 4); }

bool output_flooded(void) { return is_above(OUTPUT_LIMIT); }

static uint32_t take(int i) {
    ssize_t got = size_of(files[i]) > 0 ? REAL(pread)(files[i], kept[i], OUTPUT_KEPT, 0) : 0;
    return got > 0 ? (uint32_t)got : 0;
}

struct output output_take(void) {
    struct output output = {kept[0], kept[1], take(0), take(1)};
    return output;
}
