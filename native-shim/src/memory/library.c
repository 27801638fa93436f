/* What library functions do to memory when instrumented code calls them: they are not instrumented themselves, so their accesses
 * are announced before the call. The ends of strings are looked for then; where another thread moves an end between that and
 * the call, the two race anyway. */
#define _GNU_SOURCE
#include "memory/library.h"

#include <stdio.h>
#include <string.h>

#include "memory/bounds/meant_for.h"
#include "memory/library_state.h"
#include "memory/memory.h"
#include "memory/strings/library_access.h"
#include "memory/strings/narrow.h"
#include "memory/strings/wide.h"
#include "model/resolve.h"
#include "model/runtime.h"
#include "race/shadow/visible.h"

static struct library_access reads(const void *address, size_t size) { return (struct library_access){address, size, false}; }

static struct library_access writes(const void *address, size_t size) { return (struct library_access){address, size, true}; }

/* What a call of a function of this kind is about to do, in order; returns how many accesses that are. */
static uint32_t library_accesses(int function, char *a, char *b, size_t size, struct library_access out[4]) {
    switch ((enum heddle_library)function) {
        case HEDDLE_LIBRARY_WRITE_BYTES:
            out[0] = writes(a, size);
            return a ? 1 : 0;
        case HEDDLE_LIBRARY_READ_BYTES: /* fflush takes NULL for all streams */
            out[0] = reads(a, size);
            return a ? 1 : 0;
        case HEDDLE_LIBRARY_CHANGE_BYTES:
            out[0] = reads(a, size);
            out[1] = writes(a, size);
            return a ? 2 : 0;
        case HEDDLE_LIBRARY_WRITE_COUNTED: {
            int count;
            memcpy(&count, b, sizeof count);
            out[0] = writes(a, count > 0 ? (size_t)count * sizeof count : 0);
            return a ? 1 : 0;
        }
        case HEDDLE_LIBRARY_UNLOCKED:
            a = a ? a : (char *)(size ? stdout : stdin);
            out[0] = writes(STREAM_POINTERS(a), STREAM_POINTERS_SIZE);
            return 1;
        default: /* of strings, if anything */
            return function >= HEDDLE_LIBRARY_WIDE ? wide_accesses(function, a, b, size, out)
                                                   : narrow_accesses(function, a, b, size, out);
    }
}

/* ---- the hook ---- */

/* So many strings, or up to NULL. */
static void read_texts(char *const *texts, size_t size, const struct heddle_site *site) {
    size_t count = 0;
    while (texts && (size == 0 || count < size) && texts[count]) {
        count++;
    }
    on_read(texts, (size == 0 && texts ? count + 1 : count) * sizeof *texts, site);
    for (size_t i = 0; i < count; i++) {
        on_read(texts[i], strlen(texts[i]) + 1, site);
    }
}

/* A loop that pauses reads nothing for that: it may be a wait for what else it reads. */
static void read_time(const void *time, size_t size, const struct heddle_site *site) {
    bool is_quiet = time && !visible_now((uint64_t)(uintptr_t)time, size);
    if (is_quiet) {
        memory_read_aside(time, size, site);
    } else {
        on_read(time, time ? size : 0, site);
    }
}

void on_library(int function, void *a, void *b, size_t size, const struct heddle_site *site) {
    if (!running()) {
        return;
    }
    if (function == HEDDLE_LIBRARY_READ_TEXTS) {
        read_texts(a, size, site);
        return;
    }
    if (function == HEDDLE_LIBRARY_READ_TIME) {
        read_time(a, size, site);
        return;
    }
    struct library_access accesses[4];
    uint32_t count = library_accesses(function, a, b, size, accesses);
    for (uint32_t i = 0; i < count; i++) {
        meant_look(accesses[i].address, accesses[i].size, accesses[i].writes, (uint64_t)(uintptr_t)site);
        (accesses[i].writes ? on_write : on_read)(accesses[i].address, accesses[i].size, site);
    }
}

void memory_library(int function, void *a, void *b, size_t size, uint64_t site) {
    if (resolve_is_site(site)) {
        on_library(function, a, b, size, (const struct heddle_site *)(uintptr_t)site);
    }
}
