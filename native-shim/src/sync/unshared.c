#define _GNU_SOURCE
#include "sync/unshared.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <string.h>

#include "model/fibers/processes.h"
#include "model/note.h"

/* Where glibc keeps whether processes share the object. */
#define MUTEX_SHARED 128     /* of __data.__kind */
#define CONDITION_SHARED 1u  /* of __data.__wrefs */
#define SEMAPHORE_WORD 8     /* offset of an int; 0: they do not */
#define BARRIER_WORD 12      /* likewise */

static bool word_at(const void *memory, size_t offset) {
    int word;
    memcpy(&word, (const char *)memory + offset, sizeof word);
    return word != 0;
}

static bool is_shared(uint32_t family, const void *memory) {
    switch (family) {
        case HEDDLE_FAMILY_MUTEX:
            return ((const pthread_mutex_t *)memory)->__data.__kind & MUTEX_SHARED;
        case HEDDLE_FAMILY_CONDITION:
            return ((const pthread_cond_t *)memory)->__data.__wrefs & CONDITION_SHARED;
        case HEDDLE_FAMILY_RWLOCK:
            return ((const pthread_rwlock_t *)memory)->__data.__shared != 0;
        case HEDDLE_FAMILY_SEMAPHORE:
            return word_at(memory, SEMAPHORE_WORD);
        default:
            return word_at(memory, BARRIER_WORD);
    }
}

#define TOLD UINT32_MAX

void unshared_used(struct object *object, const void *memory, const char *function, uint64_t site) {
    uint32_t user = rt.current->process + 1;
    if (object->user == TOLD || processes_is_own((uint64_t)(uintptr_t)memory)) {
        return;
    }
    if (object->user && object->user != user && !is_shared(object->family, memory)) {
        misuse_done(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_NOT_SHARED, object->family, object->address, site, function);
        user = TOLD;
    }
    object->user = user;
}
