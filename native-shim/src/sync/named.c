/* Named semaphores, within the process: a name is a slot of a table, found by its hash, so that the address does not depend
 * on who opens what first. Once unlinked, a name stands for another slot. A name that holds the number of the process is the same
 * one in all executions. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/real.h"
#include "core/schedule.h"
#include "model/fibers/processes.h"
#include "model/note.h"
#include "model/objects.h"
#include "model/operation.h"
#include "model/rule.h"
#include "model/runtime.h"
#include "sync/named.h"

#define SLOTS 256u

static struct named {
    char name[NAME_MAX - 3];
    uint32_t life; /* how often the name had been unlinked */
    bool exists, unlinked;
    mode_t mode; /* who may open it: that, and who made it */
    uid_t user;
    gid_t group;
    sem_t semaphore;
} slots[SLOTS];
#define MADE (-1)

static uint32_t opened[MOST_PROCESSES][SLOTS]; /* how often more than closed, by process */

void named_inherit(uint32_t process) { memcpy(opened[process], opened[rt.current->process], sizeof opened[process]); }

bool named_is(const sem_t *sem) { return sem >= &slots[0].semaphore && sem <= &slots[SLOTS - 1].semaphore; }

static struct named *slot_at(uint64_t address) {
    return (struct named *)(uintptr_t)(address - offsetof(struct named, semaphore));
}

bool named_is_closed(const sem_t *sem) {
    return named_is(sem) && opened[rt.current->process][slot_at((uint64_t)(uintptr_t)sem) - slots] == 0;
}

static uint32_t hash_of(const char *name, uint32_t life) {
    uint32_t h = 2166136261u + life;
    for (; *name; name++) {
        h = (h ^ (unsigned char)*name) * 16777619u;
    }
    return h % SLOTS;
}

static struct named *slot_of(const char *name, uint32_t life) {
    uint32_t at = hash_of(name, life);
    for (uint32_t i = 0; i < SLOTS; i++, at = (at + 1) % SLOTS) {
        struct named *slot = &slots[at];
        if (slot->name[0] == '\0') {
            strcpy(slot->name, name);
            slot->life = life;
        }
        if (slot->life == life && strcmp(slot->name, name) == 0) {
            return slot;
        }
    }
    out_of("named semaphores", SLOTS);
}

/* The slot that the name stands for at present. */
static struct named *current(const char *name) {
    uint32_t life = 0;
    struct named *slot = slot_of(name, 0);
    while (slot->unlinked) {
        slot = slot_of(name, ++life);
    }
    return slot;
}

/* Whether the calling process may read and write what somebody has made with that mode. */
static bool may_use(const struct named *slot) {
    uid_t user = geteuid();
    unsigned shift = slot->user == user ? 6 : slot->group == getegid() ? 3 : 0;
    return user == 0 || (slot->mode >> shift & 6) == 6;
}

static mode_t masked(mode_t mode) {
    mode_t mask = umask(0);
    umask(mask);
    return mode & ~mask;
}

/* The result is 0, MADE or an error number; ESTALE: the name was unlinked meanwhile and stands for something else. */
static int result_of_opening(const struct named *slot, uint64_t flags, uint64_t value) {
    if (slot->unlinked) {
        return ESTALE;
    }
    if (slot->exists) {
        return (flags & O_CREAT) && (flags & O_EXCL) ? EEXIST : may_use(slot) ? 0 : EACCES;
    }
    return !(flags & O_CREAT) ? ENOENT : value > SEM_VALUE_MAX ? EINVAL : MADE;
}

static int open_for(uint32_t process, struct named *slot, uint64_t flags, mode_t mode, uint64_t value) {
    int result = result_of_opening(slot, flags, value);
    if (result == MADE) {
        slot->exists = true;
        slot->mode = masked(mode);
        slot->user = geteuid();
        slot->group = getegid();
        REAL(sem_init)(&slot->semaphore, 1, (unsigned)value); /* processes share it */
    }
    opened[process][slot - slots] += result <= 0;
    return result;
}

/* argument: the initial value; object2: the flags, and behind them the mode. */
static void open_apply(struct fiber *fiber, struct heddle_event *event) {
    struct named *slot = slot_at(event->object);
    int result = open_for(fiber->process, slot, event->object2, (mode_t)(event->object2 >> 32), event->argument);
    if (result == MADE) {
        struct object *sem = object_at(HEDDLE_FAMILY_SEMAPHORE, &slot->semaphore);
        sem->count = (uint32_t)event->argument;
        sem->initialised = true;
    }
    event->result = result;
}
RULE(SEM_OPEN) = {.apply = open_apply, .after_signals = true};

static int close_for(uint32_t process, const struct named *slot) {
    uint32_t *openings = &opened[process][slot - slots];
    int error = *openings == 0 ? EINVAL : 0;
    *openings -= !error;
    return error;
}

static void close_apply(struct fiber *fiber, struct heddle_event *event) {
    event->result = close_for(fiber->process, slot_at(event->object));
}
RULE(SEM_CLOSE) = {.apply = close_apply, .after_signals = true};

static int unlink_slot(struct named *slot) {
    bool permitted = geteuid() == 0 || geteuid() == slot->user;
    int error = slot->unlinked ? ESTALE : !slot->exists ? ENOENT : permitted ? 0 : EACCES;
    slot->unlinked |= error == 0;
    return error;
}

static void unlink_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    event->result = unlink_slot(slot_at(event->object));
}
RULE(SEM_UNLINK) = {.apply = unlink_apply, .after_signals = true};

/* Numbers of processes in the name are written with these, for each execution has others: behind this character that of a process of the
 * execution, whichever of them writes it. */
enum { NUMBER_OF_PARENT = 1, OF_EXECUTION = 0x80 };

#define MOST_DIGITS 9u /* of a number that a process may have */

/* What stands for these digits, which begin with no zero, if they are the number of a process; 0: they are none. */
static char process_in(const char *digits, size_t count) {
    if (count == 0 || count > MOST_DIGITS || *digits == '0') {
        return 0;
    }
    pid_t pid = (pid_t)strtol(digits, NULL, 10);
    const struct process *known = rt.processes ? process_of(pid) : NULL;
    if (known || pid == REAL(getpid)()) {
        return (char)(OF_EXECUTION + (known ? number_of(known) : 0));
    }
    return pid == REAL(getppid)() ? NUMBER_OF_PARENT : 0;
}

struct lasting {
    char text[sizeof slots[0].name];
};

/* The name as all executions have it. No name has the characters of its own. */
static struct lasting lasting_of(const char *name) {
    struct lasting lasting = {{0}};
    for (char *to = lasting.text; *name; to++) {
        size_t digits = strspn(name, "0123456789");
        char process = process_in(name, digits);
        *to = process ? process : *name;
        if (!process && digits > 1) { /* another number */
            memcpy(to, name, digits);
            to += digits - 1;
        }
        name += digits > 0 ? digits : 1;
    }
    return lasting;
}

/* The name without its leading slash; NULL, with errno, if it is not one. */
static const char *checked(const char *name) {
    while (*name == '/') {
        name++;
    }
    if (*name == '\0' || strchr(name, '/')) {
        errno = EINVAL;
        return NULL;
    }
    if (strlen(name) >= sizeof slots[0].name) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    return name;
}

static bool is_early(void) { return rt.mode == MODE_ZYGOTE; }

int semaphore_result(int error) {
    if (error) {
        errno = error;
    }
    return error ? -1 : 0;
}

/* ---- the interposed functions ---- */

EXPORT sem_t *sem_open(const char *name, int flags, ...) {
    uint64_t site = SITE();
    mode_t mode = 0;
    unsigned value = 0;
    if (flags & O_CREAT) {
        va_list arguments;
        va_start(arguments, flags);
        mode = va_arg(arguments, mode_t);
        value = va_arg(arguments, unsigned);
        va_end(arguments);
    }
    if (!running() && !is_early()) {
        return REAL(sem_open)(name, flags, mode, value);
    }
    const char *plain = checked(name);
    if (!plain) {
        return SEM_FAILED;
    }
    struct lasting lasting = lasting_of(plain);
    int result;
    struct named *slot;
    do {
        slot = current(lasting.text);
        if (running()) {
            struct heddle_event operation = operation_with(HEDDLE_SEM_OPEN, (uint64_t)(uintptr_t)&slot->semaphore,
                                                           (unsigned)flags | (uint64_t)mode << 32, value, site);
            result = (int)point(&operation)->result;
        } else { /* before main: the first event on it finds the value in its memory */
            result = open_for(0, slot, (unsigned)flags, mode, value);
        }
    } while (result == ESTALE);
    if (result > 0) {
        errno = result;
        return SEM_FAILED;
    }
    return &slot->semaphore;
}

EXPORT int sem_close(sem_t *sem) {
    uint64_t site = SITE();
    if (!running() && !(is_early() && named_is(sem))) {
        return REAL(sem_close)(sem);
    }
    int error;
    if (!running()) {
        error = close_for(0, slot_at((uint64_t)(uintptr_t)sem));
    } else if (!named_is(sem)) {
        misuse(HEDDLE_NOTE_MISUSE, HEDDLE_FAULT_NOT_OPEN, HEDDLE_FAMILY_SEMAPHORE, (uint64_t)(uintptr_t)sem, site, "sem_close");
        error = EINVAL;
    } else {
        error = (int)point_on(HEDDLE_SEM_CLOSE, sem, 0, site)->result;
        if (error) {
            misuse_done(HEDDLE_NOTE_MISUSE, HEDDLE_FAULT_NOT_OPEN, HEDDLE_FAMILY_SEMAPHORE, (uint64_t)(uintptr_t)sem, site,
                        "sem_close");
        }
    }
    return semaphore_result(error);
}

EXPORT int sem_unlink(const char *name) {
    uint64_t site = SITE();
    if (!running() && !is_early()) {
        return REAL(sem_unlink)(name);
    }
    const char *plain = checked(name);
    if (!plain) {
        return semaphore_result(ENOENT);
    }
    struct lasting lasting = lasting_of(plain);
    int error;
    do {
        struct named *slot = current(lasting.text);
        error = running() ? (int)point_on(HEDDLE_SEM_UNLINK, &slot->semaphore, 0, site)->result : unlink_slot(slot);
    } while (error == ESTALE);
    return semaphore_result(error);
}
