/* Regular files, and streams. A call on a file is an access of a variable of the runtime that stands for its contents and the positions
 * in it; a name is made, changed and looked up in one that stands for all of them. A stream has a variable of its own only where it has
 * no file.
 *
 * A variable is chosen by what is the same in all executions: the number of a file that was there before them, in a sandbox the path that
 * it had then, and who made one with a stream. All others share one: two executions give them different numbers. Where numbers of
 * descriptors are contended, all files and names are one. */
#define _GNU_SOURCE
#include "memory/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>

#include "base/direct.h"
#include "base/symbols.h"
#include "memory/external.h"
#include "memory/library.h"
#include "memory/library_state.h"
#include "memory/mappings/mapped_use.h"
#include "memory/memory.h"
#include "memory/numbers.h"
#include "model/ending.h"
#include "model/note.h"
#include "model/resolve.h"
#include "model/runtime.h"
#include "race/race_report.h"

enum {
    OTHERS = 0, /* that executions make */
    INPUT = 1, /* standard input */
    OLD = 2,
    MADE = OLD + 64,
    STREAMS = MADE + 64,
    FILES = STREAMS + 64,
};
#define MOST_MADE 256u
#define MOST_THERE 256u
#define IS_OF_FILE 0x2000 /* glibc's _IO_IS_FILEBUF */
#define COARSE 20000000ull /* nanoseconds: file systems tell time by a clock that may be so late */
#define SECOND 1000000000ull

static struct {
    uint64_t files[FILES];
    char written[FILES][64]; /* by streams: one for each thread, so that those that look meet those that write, and nobody else */
} kept;
static uint64_t begun; /* when the zygote did */
static bool are_copies; /* files of a sandbox, which have other numbers for each worker and at each replay */

/* Who has written to the file by a stream, since there are threads: a number one higher than the thread's, and whether others have. */
static struct {
    uint32_t first;
    bool several;
} writers[FILES];

/* Files made by a stream, in this order: a number is given again once its file is gone. */
static struct {
    uint64_t number;
    uint32_t maker, file;
} made[MOST_MADE];
static uint32_t made_count;

/* Files that were in the sandbox when the execution began; if there are more, none is told from others. */
static struct {
    uint64_t number, born;
    uint32_t file;
} there[MOST_THERE];
static uint32_t there_count;

static bool are_used_unlocked; /* streams, by functions that take no lock */

void files_prepare(void) {
    static const char *const names[] = {"__uflow",        "__overflow",      "getc_unlocked",   "fgetc_unlocked",
                                        "putc_unlocked",  "fputc_unlocked",  "fgets_unlocked",  "fputs_unlocked",
                                        "fread_unlocked", "fwrite_unlocked", "fflush_unlocked", NULL};
    are_used_unlocked = symbols_are_referred_to(names);
}

static const struct heddle_site records[] = {
    OWN_VARIABLE(kept, "the contents of a file"),
};

void files_begin(void) {
    struct timespec now = {0};
    kernel_call(SYS_clock_gettime, CLOCK_REALTIME, &now);
    are_copies = getenv("HEDDLE_SANDBOX") != NULL;
    external_names_are(&kept.files[OTHERS]);
    begun = (uint64_t)now.tv_sec * SECOND + (uint64_t)now.tv_nsec - COARSE;
    resolve_name(records, records + 1);
    race_is_benign((uint64_t)(uintptr_t)&kept, sizeof kept);
}

/* 0: the file system does not tell. */
static uint64_t born(const struct statx *status) {
    return status->stx_mask & STATX_BTIME ? (uint64_t)status->stx_btime.tv_sec * SECOND + status->stx_btime.tv_nsec : 0;
}

static bool was_there_before(const struct statx *status) { return born(status) && born(status) < begun; }

void files_forget_there(void) { there_count = 0; }

void files_there(const struct statx *status, uint64_t place) {
    if (there_count < MOST_THERE) {
        there[there_count].number = status->stx_ino;
        there[there_count].born = born(status);
        there[there_count].file = OLD + (uint32_t)(place % (MADE - OLD));
    }
    there_count += there_count <= MOST_THERE;
}

/* The variable of a file that was in the sandbox; OTHERS if it was not. A number may be that of a file that is gone: its time tells. */
static uint32_t number_there(const struct statx *status) {
    for (uint32_t i = 0; there_count <= MOST_THERE && i < there_count; i++) {
        if (there[i].number == status->stx_ino && there[i].born && there[i].born == born(status)) {
            return there[i].file;
        }
    }
    return OTHERS;
}

/* Of the descriptor, or of the name in its folder if there is one; whether it is a regular file. If there is nothing, it has no mode. */
static bool look_up(int descriptor, const char *name, struct statx *status) {
    int saved = errno;
    status->stx_mode = 0;
    bool is_file =
        statx(descriptor, name ? name : "", name ? 0 : AT_EMPTY_PATH, STATX_TYPE | STATX_INO | STATX_BTIME, status) == 0 &&
        S_ISREG(status->stx_mode);
    errno = saved;
    return is_file;
}

static uint32_t number_of(const struct statx *status) {
    if (numbers_are_contended()) {
        return OTHERS;
    }
    if (!are_copies && was_there_before(status)) {
        return OLD + (uint32_t)(status->stx_ino % (MADE - OLD));
    }
    for (uint32_t i = made_count; i-- > 0;) {
        if (made[i].number == status->stx_ino) {
            return made[i].file;
        }
    }
    return are_copies ? number_there(status) : OTHERS;
}

void files_made(int descriptor) {
    struct statx status;
    if (!running() || made_count == MOST_MADE || !look_up(descriptor, NULL, &status)) {
        return;
    }
    uint32_t maker = rt.current->id, before = 0;
    for (uint32_t i = 0; i < made_count; i++) {
        before += made[i].maker == maker;
    }
    made[made_count].number = status.stx_ino;
    made[made_count].maker = maker;
    made[made_count].file = MADE + (maker * 8 + before) % (STREAMS - MADE);
    made_count++;
}

bool files_has(const char *name) {
    struct statx status;
    return look_up(AT_FDCWD, name, &status);
}

/* ---- uses ---- */

/* What several threads have written by streams can be told from what others would have: its order matters. */
static void looked_at(uint32_t file, uint64_t site) {
    if (writers[file].several && memory_is_quiet(&kept.files[file])) {
        memory_show_state(&kept.files[file], site);
    }
}

static void use(uint32_t file, bool changes, uint64_t site) {
    looked_at(file, site);
    memory_state(&kept.files[file], changes, site);
    if (!changes) {
        memory_reads(kept.written[file], sizeof kept.written[file], site);
    }
}

bool files_is_free(int descriptor) {
    struct statx status;
    return !look_up(descriptor, NULL, &status) && !status.stx_mode;
}

/* Of a device, or what else is no file, or of nothing; not of a pipe: its operations are the same whether it is closed or not. But it may
 * have got the number of a file. */
static bool is_other_number(int descriptor) { return !numbers_are_of_blocking(descriptor) || numbers_were_of_files(descriptor); }

/* Whether what the program means by it is gone. */
static bool is_gone(int descriptor, const struct statx *status) {
    return !status->stx_mode || (numbers_are_of_blocking(descriptor) && numbers_were_of_files(descriptor));
}

static void use_number(int descriptor, bool is_free, bool closes, bool changes, uint64_t site) {
    if (rt.fiber_count > 1 && numbers_are_contended()) {
        use(OTHERS, changes, site);
        if (closes) {
            numbers_told_closed(descriptor);
        }
    } else if (closes) {
        numbers_closed(descriptor, is_free, site);
    } else {
        numbers_used(descriptor, is_free, site);
    }
}

/* Before it is looked up: it may come to stand for a file. */
static void use_blocking(int descriptor, bool is_operation, uint64_t site) {
    if (rt.fiber_count > 1) {
        numbers_of_blocking_used(descriptor, is_operation, site);
    }
}

void files_number(int descriptor, bool closes, uint64_t site) {
    struct statx status;
    if (!running()) {
        return;
    }
    use_blocking(descriptor, false, site);
    if (closes) {
        numbers_freed(descriptor, site);
    }
    if (descriptor > 2 && (look_up(descriptor, NULL, &status) || is_other_number(descriptor))) {
        use_number(descriptor, is_gone(descriptor, &status), closes, true, site);
    } else if (closes) {
        files_new_number(site);
    }
}

void files_new_number(uint64_t site) {
    if (running() && rt.fiber_count > 1 && numbers_are_contended()) {
        use(OTHERS, true, site);
    }
}

/* Writing is a change of the file, and so comes in both orders with a change of its flags. */
void files_flags(int descriptor, bool changes, uint64_t site) {
    struct statx status;
    if (running() && rt.fiber_count > 1 && descriptor != 1 && descriptor != 2 && look_up(descriptor, NULL, &status)) {
        use(descriptor == 0 ? INPUT : number_of(&status), changes, site);
    }
}

static void use_descriptor(int descriptor, enum heddle_file_use how, uint64_t site) {
    struct statx status;
    bool changes = how != HEDDLE_FILE_LOOK;
    use_blocking(descriptor, changes, site);
    if (changes) {
        external_limits(site); /* which may say how long a file can become */
    }
    mapped_use_tell(descriptor, how, site);
    if (descriptor == 0) {
        use(INPUT, changes, site);
    } else if (descriptor > 2 && look_up(descriptor, NULL, &status)) {
        if (!numbers_are_contended()) {
            numbers_used(descriptor, false, site);
        }
        use(number_of(&status), changes, site);
    } else if (descriptor > 2 && is_other_number(descriptor)) {
        use_number(descriptor, is_gone(descriptor, &status), false, changes, site);
    }
}

/* Writing leaves the order of what is written open as long as nobody looks. */
static void use_stream(uint32_t file, enum heddle_stream_use how, uint64_t site) {
    if (how == HEDDLE_STREAM_WRITES && memory_is_quiet(&kept.files[file])) {
        uint32_t me = rt.current->id + 1;
        writers[file].several |= writers[file].first && writers[file].first != me;
        writers[file].first = me;
        memory_quiet_state(&kept.files[file], false, site);
        memory_writes(&kept.written[file][me % sizeof kept.written[file]], 1, site);
    } else {
        looked_at(file, site);
        memory_quiet_state(&kept.files[file], true, site);
    }
}

static bool is_output(int descriptor) { return descriptor == 1 || descriptor == 2; }

static void stream_called(const FILE *stream, enum heddle_stream_use how, uint64_t site) {
    struct statx status;
    int descriptor = stream && stream->_flags & IS_OF_FILE ? stream->_fileno : -1;
    if (!stream) { /* fflush of all */
        memory_reads(kept.files, sizeof kept.files, site);
    } else if (descriptor == 0) {
        use_stream(INPUT, how, site);
    } else if (!is_output(descriptor) && descriptor > 0 && look_up(descriptor, NULL, &status)) {
        if (!numbers_are_contended()) {
            numbers_used(descriptor, false, site);
        }
        mapped_use_tell(descriptor, how == HEDDLE_STREAM_WRITES ? HEDDLE_FILE_WRITE : HEDDLE_FILE_READ, site);
        use_stream(number_of(&status), how, site);
    } else if (!is_output(descriptor)) { /* what is written may come to memory */
        use_stream(STREAMS + (uint32_t)((uintptr_t)stream * 0x9e3779b97f4a7c15ull >> 58), HEDDLE_STREAM_USES, site);
    }
}

void files_stream(const FILE *stream, enum heddle_stream_use how, uint64_t site) {
    if (!running() || rt.fiber_count == 1) {
        return;
    }
    if (stream && are_used_unlocked) {
        memory_locked(STREAM_POINTERS(stream), STREAM_POINTERS_SIZE, site);
    }
    stream_called(stream, how, site);
}

static void use_name(const char *name, int folder, bool changes, uint64_t site) {
    struct statx status;
    if (look_up(folder, name, &status)) {
        use(number_of(&status), changes, site);
    }
}

/* Whether other executions may come to the file: not to devices, nor to what is in a sandbox. */
static bool is_of_others(const char *name) {
    static const char *const not_files[] = {"/dev/", "/proc/", "/sys/"};
    for (int i = 0; i < 3; i++) {
        if (strncmp(name, not_files[i], strlen(not_files[i])) == 0) {
            return false;
        }
    }
    return name[0] == '/' || !are_copies;
}

void files_opens(const char *name, int flags) {
    bool changes = (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC));
    bool is_nameless = (flags & O_TMPFILE) == O_TMPFILE;
    if (changes && !is_nameless && name && is_of_others(name)) {
        end_execution_unless_alone();
    }
}

static int flags_of_mode(const char *mode) {
    int flags = mode[0] == 'w' ? O_WRONLY | O_CREAT | O_TRUNC : mode[0] == 'a' ? O_WRONLY | O_CREAT : O_RDONLY;
    return strchr(mode, '+') ? (flags & ~O_ACCMODE) | O_RDWR : flags;
}

static void opened(const char *name, int folder, int flags, uint64_t site) {
    external_state(HEDDLE_STATE_NAMES, flags & O_CREAT, site);
    struct statx status;
    if (flags & O_TRUNC && look_up(folder, name, &status)) {
        use(number_of(&status), true, site);
    } else if (flags & O_TRUNC && flags & O_CREAT && !status.stx_mode) { /* the next execution finds it there */
        use(OTHERS, true, site);
    }
}

static void called(enum heddle_library function, const void *a, const void *b, uint64_t size, uint64_t site) {
    const char *mode = b;
    int folder = b ? (int)(intptr_t)b : AT_FDCWD; /* nobody has a folder as standard input */
    switch (function) {
        case HEDDLE_LIBRARY_USE_FILE:
            use_descriptor((int)(intptr_t)b, (enum heddle_file_use)size, site);
            break;
        case HEDDLE_LIBRARY_USE_STREAM:
            stream_called(a, (enum heddle_stream_use)size, site);
            break;
        case HEDDLE_LIBRARY_USE_NAME:
            use_name(a, folder, size, site);
            break;
        case HEDDLE_LIBRARY_OPEN:
            opened(a, folder, (int)size, site);
            break;
        case HEDDLE_LIBRARY_OPEN_STREAM:
            opened(a, AT_FDCWD, flags_of_mode(mode), site);
            break;
        default:
            break;
    }
}

bool files_called(int function, const void *a, const void *b, uint64_t size, uint64_t site) {
    if (function < HEDDLE_LIBRARY_USE_FILE || function >= HEDDLE_LIBRARY_UNLOCKED) {
        return false;
    }
    if (function == HEDDLE_LIBRARY_OPEN) {
        files_opens(a, (int)size);
    } else if (function == HEDDLE_LIBRARY_OPEN_STREAM) {
        files_opens(a, flags_of_mode(b));
    }
    if (running() && rt.fiber_count > 1) {
        called((enum heddle_library)function, a, b, size, site);
    }
    return true;
}
