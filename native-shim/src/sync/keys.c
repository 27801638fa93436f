/* Thread-specific data. A table of our own, because libc would run destructors only where a real thread ends. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/compiler.h"
#include "base/real.h"
#include "model/runtime.h"
#include "sync/keys.h"

#define KEYS PTHREAD_KEYS_MAX
#define MODEL_KEY 0x40000000u /* keys made before main are libc's */
static struct thread_key {
    bool used;
    void (*destructor)(void *);
} keys[PTHREAD_KEYS_MAX];

static uint32_t key_count; /* never used beyond */

static bool is_ours(pthread_key_t key) {
    return key >= MODEL_KEY && key - MODEL_KEY < KEYS && keys[key - MODEL_KEY].used;
}

void keys_run_destructors(void) {
    void **specific = rt.current->specific;
    for (int round = 0; specific && round < PTHREAD_DESTRUCTOR_ITERATIONS; round++) {
        bool again = false;
        for (uint32_t i = 0; i < key_count; i++) {
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
    uint32_t i = 0;
    while (i < KEYS && keys[i].used) {
        i++;
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

EXPORT int pthread_key_delete(pthread_key_t key) {
    rt.site = NULL;
    if (!running() || key < MODEL_KEY) {
        return REAL(pthread_key_delete)(key);
    }
    if (!is_ours(key)) {
        return EINVAL;
    }
    keys[key - MODEL_KEY].used = false;
    return 0;
}

EXPORT void *pthread_getspecific(pthread_key_t key) {
    rt.site = NULL;
    if (rt.mode < MODE_RUNNING || key < MODEL_KEY) {
        return REAL(pthread_getspecific)(key);
    }
    void **specific = rt.current->specific;
    return is_ours(key) && specific ? specific[key - MODEL_KEY] : NULL;
}

EXPORT int pthread_setspecific(pthread_key_t key, const void *value) {
    rt.site = NULL;
    if (rt.mode < MODE_RUNNING || key < MODEL_KEY) {
        return REAL(pthread_setspecific)(key, value);
    }
    if (!is_ours(key)) {
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
