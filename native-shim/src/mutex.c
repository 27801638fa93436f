/* Mutexes: normal, recursive, errorcheck and adaptive; static initialisers.
 *
 * Only the outermost lock and unlock of a recursive mutex are visible operations: what a holder does to its own mutex in
 * between cannot be told by any other thread. The same holds for the error returns that depend on the caller's own past. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

#include "mutex.h"
#include "runtime.h"

#define KIND_MASK 3     /* of __data.__kind: PTHREAD_MUTEX_{NORMAL,RECURSIVE,ERRORCHECK,ADAPTIVE} */
#define KIND_ROBUST 16  /* glibc's PTHREAD_MUTEX_ROBUST_NORMAL_NP */

static struct object *mutex_of(uint64_t address) { return object_at(SPACE_MUTEX, (void *)(uintptr_t)address); }

bool mutex_is_free(uint64_t address) {
    const struct object *mutex = object_find(SPACE_MUTEX, address);
    return !mutex || !mutex->owner;
}

void mutex_take(struct fiber *fiber, uint64_t address, uint32_t depth) {
    struct object *mutex = mutex_of(address);
    mutex->owner = fiber;
    mutex->count = depth;
}

uint32_t mutex_drop(struct fiber *fiber, uint64_t address) {
    (void)fiber;
    struct object *mutex = mutex_of(address);
    uint32_t depth = mutex->count;
    mutex->owner = NULL;
    mutex->count = 0;
    return depth;
}

bool mutex_held_by(const struct fiber *fiber, uint64_t address) {
    const struct object *mutex = object_find(SPACE_MUTEX, address);
    return mutex && mutex->owner == fiber;
}

static void init_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    struct object *mutex = mutex_of(event->object);
    mutex->owner = NULL;
    mutex->count = 0;
    mutex->destroyed = false;
}
const struct rule mutex_init_rule = {.apply = init_apply};

static void destroy_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    struct object *mutex = mutex_of(event->object);
    event->result = mutex->owner ? EBUSY : 0;
    mutex->destroyed = !mutex->owner;
}
const struct rule mutex_destroy_rule = {.apply = destroy_apply};

static bool lock_enabled(const struct fiber *fiber, const struct heddle_event *operation) {
    (void)fiber;
    return mutex_is_free(operation->object);
}
static void lock_apply(struct fiber *fiber, struct heddle_event *event) { mutex_take(fiber, event->object, 1); }
const struct rule mutex_lock_rule = {.enabled = lock_enabled, .apply = lock_apply};

static void trylock_apply(struct fiber *fiber, struct heddle_event *event) {
    event->result = mutex_is_free(event->object) ? 0 : EBUSY;
    if (event->result == 0) {
        mutex_take(fiber, event->object, 1);
    }
}
const struct rule mutex_trylock_rule = {.apply = trylock_apply};

static void unlock_apply(struct fiber *fiber, struct heddle_event *event) { mutex_drop(fiber, event->object); }
const struct rule mutex_unlock_rule = {.apply = unlock_apply};

static int kind_of(const pthread_mutex_t *mutex, uint64_t site) {
    int kind = mutex->__data.__kind;
    if (kind & KIND_ROBUST) {
        unmodelled("pthread_mutexattr_setrobust (a robust mutex)", site);
    }
    return kind & KIND_MASK;
}

static void check_alive(const pthread_mutex_t *mutex, const char *function, uint64_t site) {
    const struct object *o = object_find(SPACE_MUTEX, (uint64_t)(uintptr_t)mutex);
    if (o && o->destroyed) {
        note(HEDDLE_NOTE_MISUSE, o->address, site, "%s: the mutex was destroyed", function);
    }
}

/* ---- the interposed functions ---- */

EXPORT int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes) {
    uint64_t site = SITE();
    int error = REAL(pthread_mutex_init)(mutex, attributes); /* fills the structure, its kind above all */
    if (running() && error == 0) {
        kind_of(mutex, site);
        point_on(HEDDLE_MUTEX_INIT, mutex, 0, site);
    }
    return error;
}

EXPORT int pthread_mutex_destroy(pthread_mutex_t *mutex) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_mutex_destroy)(mutex);
    }
    check_alive(mutex, "pthread_mutex_destroy", site);
    int error = (int)point_on(HEDDLE_MUTEX_DESTROY, mutex, 0, site)->result;
    if (error) {
        note(HEDDLE_NOTE_MISUSE, (uint64_t)(uintptr_t)mutex, site, "pthread_mutex_destroy: the mutex is locked");
    }
    return error;
}

EXPORT int pthread_mutex_lock(pthread_mutex_t *mutex) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_mutex_lock)(mutex);
    }
    check_alive(mutex, "pthread_mutex_lock", site);
    int kind = kind_of(mutex, site);
    if (kind != PTHREAD_MUTEX_NORMAL && kind != PTHREAD_MUTEX_ADAPTIVE_NP &&
        mutex_held_by(rt.current, (uint64_t)(uintptr_t)mutex)) {
        if (kind == PTHREAD_MUTEX_ERRORCHECK) {
            return EDEADLK;
        }
        mutex_of((uint64_t)(uintptr_t)mutex)->count++;
        return 0;
    }
    point_on(HEDDLE_MUTEX_LOCK, mutex, 0, site);
    return 0;
}

EXPORT int pthread_mutex_trylock(pthread_mutex_t *mutex) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_mutex_trylock)(mutex);
    }
    check_alive(mutex, "pthread_mutex_trylock", site);
    int kind = kind_of(mutex, site);
    if (mutex_held_by(rt.current, (uint64_t)(uintptr_t)mutex)) {
        if (kind != PTHREAD_MUTEX_RECURSIVE) {
            return EBUSY;
        }
        mutex_of((uint64_t)(uintptr_t)mutex)->count++;
        return 0;
    }
    return (int)point_on(HEDDLE_MUTEX_TRYLOCK, mutex, 0, site)->result;
}

EXPORT int pthread_mutex_unlock(pthread_mutex_t *mutex) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_mutex_unlock)(mutex);
    }
    int kind = kind_of(mutex, site);
    struct object *o = mutex_of((uint64_t)(uintptr_t)mutex);
    if (o->owner != rt.current) {
        note(HEDDLE_NOTE_MISUSE, o->address, site, "pthread_mutex_unlock: the mutex is %s",
             o->owner ? "held by another thread" : "not locked");
        if (kind == PTHREAD_MUTEX_RECURSIVE || kind == PTHREAD_MUTEX_ERRORCHECK) {
            return EPERM;
        }
    } else if (o->count > 1) {
        o->count--;
        return 0;
    }
    point_on(HEDDLE_MUTEX_UNLOCK, mutex, 0, site);
    return 0;
}
