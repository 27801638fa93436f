/* Thread-specific data. A table of our own, because libc would run destructors only where a real thread ends. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/compiler.h"
#include "base/real.h"
#include "base/symbols.h"
#include "core/schedule.h"
#include "memory/memory.h"
#include "model/note.h"
#include "model/rule.h"
#include "model/runtime.h"
#include "sync/threads/keys.h"

#define KEYS PTHREAD_KEYS_MAX
#define MODEL_KEY 0x40000000u /* keys made before main are libc's */
static struct thread_key {
    bool used;
    void (*destructor)(void *);
} keys[PTHREAD_KEYS_MAX];

static uint32_t key_count; /* never used beyond */
static bool deletes;       /* the program may delete keys; only then is it an event that a destructor is looked for */

RULE(KEY_DELETE) = {0};
RULE(KEY_RUN) = {0};

void keys_prepare(void) {
    static const char *const names[] = {"pthread_key_delete", "tss_delete", NULL};
    deletes = symbols_are_referred_to(names);
}

static bool is_ours(pthread_key_t key) { return key >= MODEL_KEY && key - MODEL_KEY < KEYS && keys[key - MODEL_KEY].used; }

void keys_run_destructors(void) {
    void **specific = rt.current->specific;
    for (int round = 0; specific && round < PTHREAD_DESTRUCTOR_ITERATIONS; round++) {
        bool again = false;
        for (uint32_t i = 0; i < key_count; i++) {
            if (specific[i] && keys[i].destructor && deletes) {
                point_on(HEDDLE_KEY_RUN, &keys[i], 0, 0);
            }
            void *value = specific[i];
            if (value && keys[i].used && keys[i].destructor) {
                specific[i] = NULL;
                keys[i].destructor(value);
                again = true;
            }
        }
        if (!again) {
            return;
        }
    }
}

EXPORT int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
    rt.site = NULL;
    if (!running()) {
        return REAL(pthread_key_create)(key, destructor);
    }
    uint32_t i = key_count; /* one that has been deleted comes back as late as possible, so that its use can be told */
    if (i == KEYS) {
        for (i = 0; i < KEYS && keys[i].used;) {
            i++;
        }
    }
    if (i == KEYS) {
        return EAGAIN;
    }
    keys[i] = (struct thread_key){true, destructor};
    if (i >= key_count) {
        key_count = i + 1;
    }
    for (uint32_t f = 0; f < rt.fiber_count; f++) {
        if (rt.fibers[f].specific) {
            rt.fibers[f].specific[i] = NULL;
        }
    }
    *key = MODEL_KEY + i;
    return 0;
}

/* Whether the key, which is one of ours, has been deleted; that is told. To the search for races a use reads the key, and deleting
 * writes it. */
static bool is_gone(pthread_key_t key, const char *function, uint64_t site) {
    if (is_ours(key)) {
        return false;
    }
    misuse(HEDDLE_NOTE_UNDEFINED, key - MODEL_KEY < key_count ? HEDDLE_FAULT_DELETED : HEDDLE_FAULT_NEVER_CREATED,
           HEDDLE_FAMILY_KEY, 0, site, function);
    return true;
}

EXPORT int pthread_key_delete(pthread_key_t key) {
    uint64_t site = SITE();
    if (!running() || key < MODEL_KEY) {
        return REAL(pthread_key_delete)(key);
    }
    if (key - MODEL_KEY < KEYS) {
        struct thread_key *k = &keys[key - MODEL_KEY];
        memory_writes(&k->used, sizeof k->used, site);
        point_on(HEDDLE_KEY_DELETE, k, 0, site);
    }
    if (is_gone(key, "pthread_key_delete", site)) {
        return EINVAL;
    }
    keys[key - MODEL_KEY].used = false;
    return 0;
}

/* Reading the key is what a race with its deletion is told of. */
static void use(pthread_key_t key, uint64_t site) {
    if (running() && deletes && key - MODEL_KEY < KEYS) {
        memory_reads(&keys[key - MODEL_KEY].used, sizeof(bool), site);
    }
}

EXPORT void *pthread_getspecific(pthread_key_t key) {
    uint64_t site = SITE();
    if (rt.mode < MODE_RUNNING || key < MODEL_KEY) {
        return REAL(pthread_getspecific)(key);
    }
    use(key, site);
    void **specific = rt.current->specific;
    return !is_gone(key, "pthread_getspecific", site) && specific ? specific[key - MODEL_KEY] : NULL;
}

EXPORT int pthread_setspecific(pthread_key_t key, const void *value) {
    uint64_t site = SITE();
    if (rt.mode < MODE_RUNNING || key < MODEL_KEY) {
        return REAL(pthread_setspecific)(key, value);
    }
    use(key, site);
    if (is_gone(key, "pthread_setspecific", site)) {
        return EINVAL;
    }
    if (!rt.current->specific) {
        rt.current->specific = calloc(KEYS, sizeof(void *));
        if (!rt.current->specific) {
            return ENOMEM;
        }
    }
    rt.current->specific[key - MODEL_KEY] = (void *)value;
    return 0;
}
