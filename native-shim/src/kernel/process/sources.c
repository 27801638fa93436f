#define _GNU_SOURCE
#include "kernel/process/sources.h"

#include <dirent.h>
#include <string.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/real.h"
#include "model/fibers/processes.h"
#include "model/note.h"
#include "model/resolve.h"
#include "model/runtime.h"

/* FNV-1a, 64 bits (Fowler, Noll and Vo). */
#define FNV_BASIS 0xcbf29ce484222325ull
#define FNV_PRIME 0x100000001b3ull

/* The runtime calls some of these functions for itself: then the site, if there is one, is of another call. */
static bool is_call_of(const char *function, uint64_t site) {
    if (!resolve_is_site(site)) {
        return false;
    }
    const char *call = ((const struct heddle_site *)(uintptr_t)site)->name;
    size_t length = strlen(function);
    return strncmp(call, function, length) == 0 && call[length] == '(';
}

static void gave(const char *function, uint64_t value, uint64_t site) {
    if (UNLIKELY(rt.asked.sources) && running() && is_call_of(function, site)) {
        note(HEDDLE_NOTE_SOURCE, value, site, "%s", function);
    }
}

void source_read(const char *function, const void *bytes, size_t length, uint64_t site) {
    if (UNLIKELY(rt.asked.sources)) {
        uint64_t digest = FNV_BASIS;
        for (size_t i = 0; i < length; i++) {
            digest = (digest ^ ((const unsigned char *)bytes)[i]) * FNV_PRIME;
        }
        gave(function, digest, site);
    }
}

#define NUMBER(function)                           \
    ({                                             \
        uint64_t site_ = SITE();                   \
        pid_t number_ = REAL(function)();          \
        gave(#function, (uint64_t)number_, site_); \
        number_;                                   \
    })

EXPORT pid_t getpid(void) { return NUMBER(getpid); }

pid_t (*source_parent)(uint64_t site);

EXPORT pid_t getppid(void) {
    uint64_t site = SITE();
    if (running() && is_of_forked()) {
        return source_parent(site);
    }
    pass_site(site);
    return NUMBER(getppid);
}

#define ENTRY(function, directory)                                                                        \
    ({                                                                                                    \
        uint64_t site_ = SITE();                                                                          \
        __typeof__(function(directory)) entry_ = REAL(function)(directory);                               \
        source_read(#function, entry_ ? entry_->d_name : "", entry_ ? strlen(entry_->d_name) : 0, site_); \
        entry_;                                                                                           \
    })

EXPORT struct dirent *readdir(DIR *directory) { return ENTRY(readdir, directory); }
EXPORT struct dirent64 *readdir64(DIR *directory) { return ENTRY(readdir64, directory); }
