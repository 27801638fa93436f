/* Objects of System V (message queues, sets of semaphores, shared memory) outlive the process that made them. Those that an execution makes
 * and leaves are removed after it: the next one is to begin as this one did, and nothing is to be left on the machine. For executions at
 * one time not to meet in them, each key of the program stands for another one, as names do (own_names.h). */
#define _GNU_SOURCE
#include "kernel/queues/system_v.h"

#include <errno.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

#include "base/compiler.h"
#include "base/real.h"
#include "kernel/queues/own_names.h"
#include "kernel/queues/queues.h"
#include "model/note.h"
#include "model/runtime.h"

enum kind { MESSAGES, SEMAPHORES, MEMORY };

/* An execution, or a process that it has forked. */
static bool own_process(void) { return running() || own_names_zygote() != 0; }

static void note_made(enum kind kind, int id) {
    if (own_process() && id >= 0 && rt.shared->made_count < MAX_MADE) {
        rt.shared->made[rt.shared->made_count++] = (struct made_object){kind, id};
    }
}

/* What has the key itself was there before and belongs to others, for no execution makes anything of that key. */
static bool is_foreign(int found, uint64_t site) {
    bool exists = found >= 0 || errno == EACCES;
    if (exists && running()) {
        note(HEDDLE_NOTE_UNCONTROLLED, 0, site, "%s", "an object of System V with a key that was there before");
    }
    return exists;
}

/* Other keys stand for other ones, and those of other zygotes, which are processes at one time, for others again. */
static key_t own_key(key_t key) {
    unsigned mask = own_names_zygote() * 2654435761u, other = (unsigned)key ^ mask;
    return (key_t)(other != (unsigned)IPC_PRIVATE ? other : mask);
}

/* `found`: what a look for the key finds. */
#define STANDS_FOR(key, found, site) \
    ((key) == IPC_PRIVATE || own_names_zygote() == 0 || is_foreign((found), (site)) ? (key) : own_key(key))

/* Whether a call makes an object, if it succeeds. What another process makes meanwhile is taken for the program's own. */
#define IS_NEW(key, flags, look) ((key) == IPC_PRIVATE || (((flags) & IPC_CREAT) && (look) < 0 && errno == ENOENT))

EXPORT int msgget(key_t named, int flags) {
    uint64_t site = SITE();
    key_t key = STANDS_FOR(named, REAL(msgget)(named, 0), site);
    bool is_new = IS_NEW(key, flags, REAL(msgget)(key, 0));
    int id = running() ? QUEUED(QUEUE_SYSTEM_V, false, 0, 0, site, REAL(msgget)(key, flags)) : REAL(msgget)(key, flags);
    if (is_new) {
        note_made(MESSAGES, id);
    }
    return id;
}

EXPORT int semget(key_t named, int count, int flags) {
    uint64_t site = SITE();
    key_t key = STANDS_FOR(named, REAL(semget)(named, 0, 0), site);
    bool is_new = IS_NEW(key, flags, REAL(semget)(key, 0, 0));
    int id = running() ? QUEUED(QUEUE_SEMAPHORES, false, 0, 0, site, REAL(semget)(key, count, flags))
                       : REAL(semget)(key, count, flags);
    if (is_new) {
        note_made(SEMAPHORES, id);
    }
    return id;
}

EXPORT int shmget(key_t named, size_t size, int flags) {
    uint64_t site = SITE();
    key_t key = STANDS_FOR(named, REAL(shmget)(named, 0, 0), site);
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
