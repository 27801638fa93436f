/* Objects of System V (message queues, sets of semaphores, shared memory) outlive the process that made them. Those that an execution makes
 * and leaves are removed after it: the next one is to begin as this one did, and nothing is to be left on the machine. */
#define _GNU_SOURCE
#include "kernel/system_v.h"

#include <errno.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

#include "base/compiler.h"
#include "base/real.h"
#include "kernel/queues.h"
#include "model/runtime.h"

enum kind { MESSAGES, SEMAPHORES, MEMORY };

static void note_made(enum kind kind, int id) {
    if (id >= 0 && rt.shared->made_count < MAX_MADE) {
        rt.shared->made[rt.shared->made_count++] = (struct made_object){kind, id};
    }
}

/* Whether a call makes an object, if it succeeds. What another process makes meanwhile is taken for the program's own. */
#define IS_NEW(key, flags, look) ((key) == IPC_PRIVATE || (((flags) & IPC_CREAT) && (look) < 0 && errno == ENOENT))

EXPORT int msgget(key_t key, int flags) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(msgget)(key, flags);
    }
    bool is_new = IS_NEW(key, flags, REAL(msgget)(key, 0));
    int id = QUEUED(QUEUE_SYSTEM_V, false, 0, 0, site, REAL(msgget)(key, flags));
    if (is_new) {
        note_made(MESSAGES, id);
    }
    return id;
}

EXPORT int semget(key_t key, int count, int flags) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(semget)(key, count, flags);
    }
    bool is_new = IS_NEW(key, flags, REAL(semget)(key, 0, 0));
    int id = QUEUED(QUEUE_SEMAPHORES, false, 0, 0, site, REAL(semget)(key, count, flags));
    if (is_new) {
        note_made(SEMAPHORES, id);
    }
    return id;
}

EXPORT int shmget(key_t key, size_t size, int flags) {
    if (!running()) {
        return REAL(shmget)(key, size, flags);
    }
    bool is_new = IS_NEW(key, flags, REAL(shmget)(key, 0, 0));
    int id = REAL(shmget)(key, size, flags);
    if (is_new) {
        note_made(MEMORY, id);
    }
    return id;
}

void system_v_clean_up(void) {
    for (uint32_t i = 0; i < rt.shared->made_count; i++) {
        struct made_object made = rt.shared->made[i];
        switch ((enum kind)made.kind) {
            case MESSAGES:
                REAL(msgctl)(made.id, IPC_RMID, NULL);
                break;
            case SEMAPHORES:
                REAL(semctl)(made.id, 0, IPC_RMID);
                break;
            case MEMORY:
                REAL(shmctl)(made.id, IPC_RMID, NULL);
                break;
        }
    }
    rt.shared->made_count = 0;
}
