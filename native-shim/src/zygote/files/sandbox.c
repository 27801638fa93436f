/* $HEDDLE_SANDBOX names a folder with two copies of the user's: `sandbox`, where the program runs, and `original`. What differs is
 * copied again from there, and what is new is removed. A file is looked into only if it has been touched since the last time. */
#define _GNU_SOURCE
#include "zygote/files/sandbox.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/real.h"
#include "memory/files.h"
#include "race/clocks/times.h"

#define PERMISSIONS 07777

static char folder[PATH_MAX]; /* empty: there is no sandbox */
static uint64_t place; /* a number of the path of the folder that is being restored */
static struct timespec settled; /* when the sandbox was last as it should be, by the clock that files are stamped with */

static struct timespec now(void) {
    struct timespec time;
    REAL(clock_gettime)(CLOCK_REALTIME_COARSE, &time);
    return time;
}

static bool is_before(struct timespec a, struct timespec b) {
    return a.tv_sec < b.tv_sec || (a.tv_sec == b.tv_sec && a.tv_nsec < b.tv_nsec);
}

static bool is_same_time(struct timespec a, struct timespec b) { return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec; }

void sandbox_prepare(void) {
    const char *value = getenv("HEDDLE_SANDBOX");
    if (value && strlen(value) < sizeof folder) {
        strcpy(folder, value);
        settled = now();
    }
}

/* Calls `each` for the entries of an open folder until one fails. Without readdir, whose memory the heap would not use again. */
static bool for_entries(int directory, int other, bool (*each)(int directory, int other, const char *name)) {
    _Alignas(struct dirent64) char buffer[8192];
    ssize_t length;
    lseek(directory, 0, SEEK_SET);
    while ((length = getdents64(directory, buffer, sizeof buffer)) > 0) {
        for (ssize_t at = 0; at < length;) {
            const struct dirent64 *entry = (const struct dirent64 *)(const void *)(buffer + at);
            bool itself = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
            if (!itself && !each(directory, other, entry->d_name)) {
                return false;
            }
            at += entry->d_reclen;
        }
    }
    return length == 0;
}

static int open_folder(int parent, const char *name) {
    return REAL(openat)(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* Closes both, leaving errno as it was. */
static bool closed(int a, int b, bool result) {
    int saved = errno;
    REAL(close)(a);
    REAL(close)(b);
    errno = saved;
    return result;
}

static bool remove_entry(int parent, int unused, const char *name) {
    if (unlinkat(parent, name, 0) == 0) {
        return true;
    }
    if (errno != EISDIR && errno != EPERM) {
        return false;
    }
    fchmodat(parent, name, S_IRWXU, 0);
    int inner = open_folder(parent, name);
    bool emptied = inner >= 0 && for_entries(inner, unused, remove_entry);
    return closed(inner, -1, emptied) && unlinkat(parent, name, AT_REMOVEDIR) == 0;
}

/* ---- files and links ---- */

static bool is_equal(int a, int b) {
    char of_a[16384], of_b[16384];
    ssize_t got;
    while ((got = REAL(read)(a, of_a, sizeof of_a)) > 0) {
        if (REAL(read)(b, of_b, (size_t)got) != got || memcmp(of_a, of_b, (size_t)got) != 0) {
            return false;
        }
    }
    return got == 0 && REAL(read)(b, of_b, 1) == 0;
}

static bool copy_contents(int from, int to) {
    char buffer[16384];
    ssize_t got;
    while ((got = REAL(read)(from, buffer, sizeof buffer)) > 0) {
        for (ssize_t at = 0, wrote; at < got; at += wrote) {
            wrote = REAL(write)(to, buffer + at, (size_t)(got - at));
            if (wrote < 0) {
                return false;
            }
        }
    }
    return got == 0;
}

static bool set_attributes(int fd, const struct stat *as) {
    struct timespec times[2] = {as->st_atim, as->st_mtim};
    return fchmod(fd, as->st_mode & PERMISSIONS) == 0 && futimens(fd, times) == 0;
}

static bool copy_file(int original, int sandbox, const char *name, const struct stat *as) {
    int from = REAL(openat)(original, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    int to = REAL(openat)(sandbox, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    return closed(from, to, from >= 0 && to >= 0 && copy_contents(from, to) && set_attributes(to, as));
}

/* Whether the file, which is one in the sandbox too, is as it was. */
static bool is_untouched(int original, int sandbox, const char *name, const struct stat *as, const struct stat *found) {
    bool similar = found->st_size == as->st_size && (found->st_mode & PERMISSIONS) == (as->st_mode & PERMISSIONS) &&
                   is_same_time(found->st_mtim, as->st_mtim);
    if (!similar || is_before(found->st_ctim, settled)) {
        return similar;
    }
    int a = REAL(openat)(original, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    int b = REAL(openat)(sandbox, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    return closed(a, b, a >= 0 && b >= 0 && is_equal(a, b));
}

static bool is_same_link(int original, int sandbox, const char *name) {
    char a[PATH_MAX], b[PATH_MAX];
    ssize_t length = readlinkat(original, name, a, sizeof a);
    return length >= 0 && readlinkat(sandbox, name, b, sizeof b) == length && memcmp(a, b, (size_t)length) == 0;
}

static bool copy_link(int original, int sandbox, const char *name) {
    char target[PATH_MAX];
    ssize_t length = readlinkat(original, name, target, sizeof target - 1);
    if (length < 0) {
        return false;
    }
    target[length] = 0;
    return symlinkat(target, sandbox, name) == 0;
}

/* ---- folders ---- */

/* FNV-1a. */
static uint64_t place_in(uint64_t parent, const char *name) {
    uint64_t hash = (parent ^ '/') * 0x100000001b3;
    for (; *name; name++) {
        hash = (hash ^ (unsigned char)*name) * 0x100000001b3;
    }
    return hash;
}

/* A file of the sandbox is as it should be. */
static void tell(int sandbox, const char *name) {
    struct statx status;
    if (statx(sandbox, name, AT_SYMLINK_NOFOLLOW, STATX_INO | STATX_BTIME, &status) == 0) {
        files_there(&status, place_in(place, name));
    }
}

static bool restore_entry(int original, int sandbox, const char *name);

static bool remove_if_new(int sandbox, int original, const char *name) {
    struct stat status;
    return fstatat(original, name, &status, AT_SYMLINK_NOFOLLOW) == 0 || remove_entry(sandbox, original, name);
}

static bool restore_folder(int original, int sandbox) {
    return for_entries(sandbox, original, remove_if_new) && for_entries(original, sandbox, restore_entry);
}

static bool restore_inner(int original, int sandbox, const char *name, mode_t mode) {
    int from = open_folder(original, name);
    fchmodat(sandbox, name, (mode & PERMISSIONS) | S_IRWXU, 0);
    int to = open_folder(sandbox, name);
    uint64_t outer = place;
    place = place_in(outer, name);
    bool restored = from >= 0 && to >= 0 && restore_folder(from, to) && fchmod(to, mode & PERMISSIONS) == 0;
    place = outer;
    return closed(from, to, restored);
}

static bool restore_entry(int original, int sandbox, const char *name) {
    struct stat as, found;
    if (fstatat(original, name, &as, AT_SYMLINK_NOFOLLOW) != 0) {
        return false;
    }
    bool exists = fstatat(sandbox, name, &found, AT_SYMLINK_NOFOLLOW) == 0;
    bool same_type = exists && (found.st_mode & S_IFMT) == (as.st_mode & S_IFMT);
    if (S_ISDIR(as.st_mode)) {
        return (same_type || ((!exists || remove_entry(sandbox, original, name)) && mkdirat(sandbox, name, S_IRWXU) == 0)) &&
               restore_inner(original, sandbox, name, as.st_mode);
    }
    bool link = S_ISLNK(as.st_mode);
    if (!same_type || !(link ? is_same_link(original, sandbox, name) : is_untouched(original, sandbox, name, &as, &found))) {
        bool copied = (!exists || remove_entry(sandbox, original, name)) &&
                      (link ? copy_link(original, sandbox, name) : copy_file(original, sandbox, name, &as));
        if (!copied) {
            return false;
        }
    }
    if (!link) {
        tell(sandbox, name);
    }
    return true;
}

bool sandbox_restore(void) {
    if (!folder[0]) {
        return true;
    }
    files_forget_there();
    int parent = REAL(open)(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int original = open_folder(parent, "original"), sandbox = open_folder(parent, "sandbox");
    bool done = original >= 0 && sandbox >= 0 && restore_folder(original, sandbox);
    done = closed(original, sandbox, done);
    settled = now();
    return closed(parent, -1, done);
}
