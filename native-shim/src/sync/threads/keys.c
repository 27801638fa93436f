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
#include "model/fibers/processes.h"
#include "model/note.h"
#include "model/resolve.h"
#include "model/rule.h"
#include "model/runtime.h"
#include "sync/threads/keys.h"

#define KEYS (PTHREAD_KEYS_MAX - first)

static pthread_key_t first; /* our first one: as libc would give it; those made before main are libc's */
struct thread_key {
    bool used;
    void (*destructor)(void *);
};

/* Of each process. */
static struct table {
    struct thread_key keys[PTHREAD_KEYS_MAX];
    uint32_t count; /* never used beyond */
} tables[MOST_PROCESSES];

static bool deletes; /* the program may delete keys; only then is it an event that a destructor is looked for */
static uint64_t numbers[MOST_PROCESSES]; /* stand for who gets which number */

static const struct heddle_site records[] = {
    OWN_VARIABLE(numbers, "the numbers of keys"),
};

static struct table *own_table(void) { return &tables[this_process()]; }

void keys_inherit(uint32_t process) { tables[process] = *own_table(); }

RULE(KEY_DELETE) = {.after_signals = true};
RULE(KEY_RUN) = {0};

void keys_prepare(void) {
    static const char *const names[] = {"pthread_key_delete", "tss_delete", NULL};
    deletes = symbols_are_referred_to(names);
    resolve_name(records, records + 1);
    pthread_key_t next;
    if (REAL(pthread_key_create)(&next, NULL) == 0) {
        REAL(pthread_key_delete)(next);
        first = next > first ? next : first;
    }
}

static bool is_ours(pthread_key_t key) { return key >= first && key < PTHREAD_KEYS_MAX && own_table()->keys[key - first].used; }

void keys_run_destructors(void) {
    void **specific = rt.current->specific;
    const struct table *table = own_table();
    const struct thread_key *keys = table->keys;
    for (int round = 0; specific && round < PTHREAD_DESTRUCTOR_ITERATIONS; round++) {
        bool again = false;
        for (uint32_t i = 0; i < table->count; i++) {
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

static uint32_t lowest_free(void) {
    const struct table *table = own_table();
    uint32_t i = 0;
    while (i < table->count && table->keys[i].used) {
        i++;
    }
    return i;
}

/* Threads that make and delete keys side by side get numbers that depend on who comes first. */
static void order_numbers(uint64_t site) {
    if (rt.fiber_count > 1) {
        point_on(HEDDLE_ATOMIC_RMW, &numbers[this_process()], sizeof *numbers, site);
    }
}

/* libc gives the number of a deleted key again at once. So that uses of the deleted one can be told, each thread also gets a number of its
 * own, as long as there are any. */
static uint32_t number_for_new(uint64_t site) {
    const struct table *table = own_table();
    uint32_t lowest = lowest_free();
    enum gives_again *again = &rt.current->handles.keys_again;
    if (lowest < table->count && *again == GIVES_UNDECIDED && !rt.section) {
        struct heddle_event choice = {.kind = HEDDLE_CHOOSE, .object2 = HEDDLE_GIVES_AGAIN, .argument = 2, .site = site};
        *again = point(&choice)->alternative > 0 ? GIVES_AGAIN : GIVES_NEVER;
        lowest = lowest_free();
    }
    return *again == GIVES_AGAIN || table->count == KEYS ? lowest : table->count;
}

EXPORT int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
    uint64_t site = SITE();
    if (!running()) {
        int error = REAL(pthread_key_create)(key, destructor);
        first = error == 0 && rt.mode == MODE_ZYGOTE && *key >= first ? *key + 1 : first;
        return error;
    }
    order_numbers(site);
    uint32_t i = number_for_new(site);
    if (i == KEYS) {
        return EAGAIN;
    }
    struct table *table = own_table();
    table->keys[i] = (struct thread_key){true, destructor};
    if (i >= table->count) {
        table->count = i + 1;
    }
    for (uint32_t f = 0; f < rt.fiber_count; f++) {
        if (rt.fibers[f].specific && rt.fibers[f].process == this_process()) {
            rt.fibers[f].specific[i] = NULL;
        }
    }
    *key = first + i;
    return 0;
}

/* Whether the key, which is one of ours, has been deleted; that is told. To the search for races a use reads the key, and deleting
 * writes it. */
static bool is_gone(pthread_key_t key, const char *function, uint64_t site) {
    if (is_ours(key)) {
        return false;
    }
    misuse(HEDDLE_NOTE_UNDEFINED, key - first < own_table()->count ? HEDDLE_FAULT_DELETED : HEDDLE_FAULT_NEVER_CREATED,
           HEDDLE_FAMILY_KEY, 0, site, function);
    return true;
}

EXPORT int pthread_key_delete(pthread_key_t key) {
    uint64_t site = SITE();
    if (!running() || key < first) {
        return REAL(pthread_key_delete)(key);
    }
    if (key < PTHREAD_KEYS_MAX) {
        struct thread_key *k = &own_table()->keys[key - first];
        memory_writes(&k->used, sizeof k->used, site);
        point_on(HEDDLE_KEY_DELETE, k, 0, site);
        order_numbers(site);
    }
    if (is_gone(key, "pthread_key_delete", site)) {
        return EINVAL;
    }
    own_table()->keys[key - first].used = false;
    return 0;
}

/* Reading the key is what a race with its deletion is told of. */
static void use(pthread_key_t key, uint64_t site) {
    if (running() && deletes && key < PTHREAD_KEYS_MAX) {
        memory_reads(&own_table()->keys[key - first].used, sizeof(bool), site);
    }
}

EXPORT void *pthread_getspecific(pthread_key_t key) {
    uint64_t site = SITE();
    if (rt.mode < MODE_RUNNING || key < first) {
        return REAL(pthread_getspecific)(key);
    }
    use(key, site);
    void **specific = rt.current->specific;
    return !is_gone(key, "pthread_getspecific", site) && specific ? specific[key - first] : NULL;
}

EXPORT int pthread_setspecific(pthread_key_t key, const void *value) {
    uint64_t site = SITE();
    if (rt.mode < MODE_RUNNING || key < first) {
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
    rt.current->specific[key - first] = (void *)value;
    return 0;
}
