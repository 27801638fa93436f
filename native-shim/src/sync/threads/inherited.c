#define _GNU_SOURCE
#include "sync/threads/inherited.h"

#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#include "base/real.h"
#include "memory/mappings/mapping.h"
#include "model/objects.h"

static int forking; /* how many threads are about to fork */

/* To glibc, too, the owner is a thread of the parent, even if it is the one that forks. */
static void take_mutex(const struct object *o) {
    pthread_mutex_t *mutex = (pthread_mutex_t *)(uintptr_t)o->address;
    for (uint32_t depth = 0; depth < o->count; depth++) {
        REAL(pthread_mutex_trylock)(mutex);
    }
    mutex->__data.__owner = REAL(getppid)();
}

static void take_rwlock(const struct object *o) {
    pthread_rwlock_t *rwlock = (pthread_rwlock_t *)(uintptr_t)o->address;
    for (uint32_t reader = 0; reader < o->count; reader++) {
        REAL(pthread_rwlock_tryrdlock)(rwlock);
    }
    if (o->owner && REAL(pthread_rwlock_trywrlock)(rwlock) == 0) {
        rwlock->__data.__cur_writer = REAL(getppid)();
    }
}

static bool show(struct object *o) {
    bool is_held = o->owner || o->family == HEDDLE_FAMILY_RWLOCK || o->family == HEDDLE_FAMILY_SEMAPHORE;
    if (!is_held || o->destroyed || mapping_is_shared(o->address)) {
        return true;
    }
    switch (o->family) {
        case HEDDLE_FAMILY_MUTEX:
            take_mutex(o);
            break;
        case HEDDLE_FAMILY_RWLOCK:
            take_rwlock(o);
            break;
        case HEDDLE_FAMILY_SPINLOCK:
            REAL(pthread_spin_trylock)((pthread_spinlock_t *)(uintptr_t)o->address);
            break;
        case HEDDLE_FAMILY_SEMAPHORE:
            *(unsigned *)(uintptr_t)o->address = o->count; /* as glibc has it; waiters beside it, of whom there are none */
            break;
        default: /* in memory as it is */
            break;
    }
    return true;
}

static void in_new_process(void) {
    if (forking > 0) {
        objects_all(show);
    }
}

void inherited_prepare(void) { pthread_atfork(NULL, NULL, in_new_process); }

pid_t inherited_fork(void) {
    forking++;
    pid_t process = REAL(fork)();
    forking--;
    return process;
}
