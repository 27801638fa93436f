/* Locks of streams. A function of stdio that does not wait is atomic by itself, for no other thread runs meanwhile. So its lock is an
 * object of the model only where that can be told: if the program refers to flockfile, or if other threads run within such a call, which
 * allocates by the program's own malloc, or whose stream is made of modelled calls. libc's own lock is then left out: it would block all threads at once.
 *
 * The lock is a recursive mutex whose address is the stream's. */
#define _GNU_SOURCE
#include "memory/stdio/stream_lock.h"

#include "base/compiler.h"
#include "base/real.h"
#include "base/symbols.h"
#include "core/schedule.h"
#include "model/note.h"
#include "model/objects.h"
#include "model/operation.h"
#include "model/runtime.h"

#define USER_LOCK 0x8000 /* glibc's _IO_USER_LOCK: stdio takes no locks by itself */

static bool are_taken;
static const void *table_of_calls; /* of the functions of a stream that is made of calls; NULL: there has been none */

void stream_lock_prepare(void) {
    static const char *const names[] = {"flockfile", "ftrylockfile", "funlockfile", NULL};
    are_taken = symbols_are_referred_to(names) || rt.program.own_allocator; /* which stdio calls, and which may wait */
}

/* glibc's struct _IO_FILE_plus: the table lies behind the stream. */
static const void *table_of(const FILE *stream) { return *(const void *const *)(const void *)(stream + 1); }

void stream_lock_made_of_calls(const FILE *stream) { table_of_calls = table_of(stream); }

/* A stream with functions of the program's own has the same table, and no descriptor. */
static bool is_made_of_calls(const FILE *stream) {
    return table_of_calls && table_of(stream) == table_of_calls && stream->_fileno >= 0;
}

static bool is_modelled(const FILE *stream) { return stream && running() && (are_taken || is_made_of_calls(stream)); }

static struct object *lock_of(const FILE *stream) { return object_at(HEDDLE_FAMILY_MUTEX, (void *)(uintptr_t)stream); }

static bool take(FILE *stream, uint64_t site) {
    if (!is_modelled(stream)) {
        return false;
    }
    stream->_flags |= USER_LOCK;
    if (lock_of(stream)->owner == rt.current) {
        lock_of(stream)->count++;
    } else {
        point_on(HEDDLE_MUTEX_LOCK, stream, 0, site);
    }
    return true;
}

static void give(FILE *stream, uint64_t site) {
    if (lock_of(stream)->count > 1) {
        lock_of(stream)->count--;
    } else {
        point_on(HEDDLE_MUTEX_UNLOCK, stream, 0, site);
    }
}

bool stream_lock_take(FILE *stream, uint64_t site) {
    bool taken = take(stream, site);
    if (taken) {
        rt.current->stream = stream;
    }
    return taken;
}

void stream_lock_give(FILE *stream, uint64_t site) {
    rt.current->stream = NULL;
    give(stream, site);
}

void stream_lock_abandon(void) {
    if (rt.current->stream) {
        stream_lock_give(rt.current->stream, 0);
    }
}

/* ---- the interposed functions ---- */

EXPORT void flockfile(FILE *stream) {
    uint64_t site = SITE();
    if (!take(stream, site)) {
        REAL(flockfile)(stream);
    }
}

EXPORT int ftrylockfile(FILE *stream) {
    uint64_t site = SITE();
    if (!is_modelled(stream)) {
        return REAL(ftrylockfile)(stream);
    }
    if (lock_of(stream)->owner == rt.current) {
        lock_of(stream)->count++;
        return 0;
    }
    return point_on(HEDDLE_MUTEX_TRYLOCK, stream, 0, site)->result ? -1 : 0;
}

EXPORT void funlockfile(FILE *stream) {
    uint64_t site = SITE();
    if (!is_modelled(stream)) {
        REAL(funlockfile)(stream);
    } else if (lock_of(stream)->owner == rt.current) {
        give(stream, site);
    } else {
        misuse(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_NOT_HELD, HEDDLE_FAMILY_MUTEX, (uint64_t)(uintptr_t)stream, site,
               "funlockfile");
    }
}
