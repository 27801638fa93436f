#define _GNU_SOURCE
#include "kernel/queues/own_names.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <mqueue.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/real.h"
#include "base/symbols.h"
#include "kernel/descriptors/failing_io.h"
#include "kernel/outside/peers.h"
#include "model/note.h"
#include "model/runtime.h"

#define FORM "heddle-%x-%016llx" /* the zygote's process, and a number of the program's name */

static unsigned zygote; /* 0: names stand for themselves */

unsigned own_names_zygote(void) { return zygote; }

/* ---- what was left by zygotes that are gone ---- */

static bool is_left(const char *name) {
    unsigned maker;
    unsigned long long number;
    return REAL(sscanf)(name, FORM, &maker, &number) == 2 && REAL(kill)((pid_t)maker, 0) != 0 && errno == ESRCH;
}

/* Message queues can be listed only where their file system is mounted. */
static void remove_left(const char *folder, int (*unlink_it)(const char *)) {
    DIR *names = REAL(opendir)(folder);
    for (const struct dirent *entry; names && (entry = REAL(readdir)(names));) {
        if (is_left(entry->d_name)) {
            char name[NAME_MAX + 2];
            REAL(snprintf)(name, sizeof name, "/%s", entry->d_name);
            unlink_it(name);
        }
    }
    if (names) {
        REAL(closedir)(names);
    }
}

void own_names_prepare(void) {
    static const char *const makes[] = {"shm_open", "mq_open", "shmget", "semget", "msgget", NULL};
    static const char *const others[] = {"execve", "execv", "execvp",      "execl",        "execlp",  "execle",
                                         "system", "popen", "posix_spawn", "posix_spawnp", "fexecve", NULL};
    /* Programs that others are to find these names, too, keep them: peers, and what it executes itself. */
    if (symbols_are_referred_to(makes) && !peers_wanted() && !symbols_are_referred_to(others)) {
        zygote = (unsigned)REAL(getpid)();
        remove_left("/dev/shm", REAL(shm_unlink));
        remove_left("/dev/mqueue", REAL(mq_unlink));
    }
}

/* ---- the names ---- */

struct own_name {
    char text[40];
};

static struct own_name own_name_of(uint64_t number) {
    struct own_name name;
    REAL(snprintf)(name.text, sizeof name.text, "/" FORM, zygote, (unsigned long long)number);
    return name;
}

static uint64_t number_of(const char *name) {
    uint64_t h = 14695981039346656037ull; /* FNV-1a */
    for (; *name; name++) {
        h = (h ^ (unsigned char)*name) * 1099511628211ull;
    }
    return h;
}

static void remember(uint64_t number) {
    for (uint32_t i = 0; i < rt.shared->own_name_count; i++) {
        if (rt.shared->own_names[i] == number) {
            return;
        }
    }
    if (rt.shared->own_name_count == MAX_OWN_NAMES) {
        out_of("names of shared memory and message queues", MAX_OWN_NAMES);
    }
    rt.shared->own_names[rt.shared->own_name_count++] = number;
}

void own_names_clean_up(void) {
    for (uint32_t i = 0; i < rt.shared->own_name_count; i++) {
        struct own_name name = own_name_of(rt.shared->own_names[i]);
        REAL(shm_unlink)(name.text);
        REAL(mq_unlink)(name.text);
    }
    rt.shared->own_name_count = 0;
}

/* A name that both families take: a slash, and no other. With another one the call is to fail as it does. */
static bool is_valid(const char *name) {
    return name[0] == '/' && name[1] != '\0' && !strchr(name + 1, '/') && strlen(name) <= NAME_MAX;
}

/* No execution makes anything of the name itself, so what has it belongs to others, and was there before. */
static bool is_foreign(const char *name, bool is_queue, uint64_t site) {
    int saved = errno;
    int found = is_queue ? (int)REAL(mq_open)(name, O_RDONLY | O_CLOEXEC) : REAL(shm_open)(name, O_RDONLY | O_CLOEXEC, 0);
    bool exists = found >= 0 || errno == EACCES;
    if (found >= 0) {
        REAL(close)(found);
    }
    errno = saved;
    if (exists && running()) {
        note(HEDDLE_NOTE_UNCONTROLLED, 0, site, "%s that was there before",
             is_queue ? "a message queue" : "shared memory with a name");
    }
    return exists;
}

/* The name that stands for this one, which may be itself; in a process that the program has forked, too. */
static const char *standing_for(const char *name, bool is_queue, struct own_name *own, uint64_t site) {
    if (!zygote || !is_valid(name) || is_foreign(name, is_queue, site)) {
        return name;
    }
    uint64_t number = number_of(name);
    remember(number);
    *own = own_name_of(number);
    return own->text;
}

/* ---- the interposed functions ---- */

EXPORT int shm_open(const char *name, int flags, mode_t mode) {
    uint64_t site = SITE();
    struct own_name own;
    if (UNLIKELY(descriptors_run_out(site))) {
        return -1;
    }
    return REAL(shm_open)(standing_for(name, false, &own, site), flags, mode);
}

EXPORT int shm_unlink(const char *name) {
    uint64_t site = SITE();
    struct own_name own;
    return REAL(shm_unlink)(standing_for(name, false, &own, site));
}

EXPORT mqd_t mq_open(const char *name, int flags, ...) {
    uint64_t site = SITE();
    mode_t mode = 0;
    struct mq_attr *attributes = NULL;
    if (flags & O_CREAT) {
        va_list arguments;
        va_start(arguments, flags);
        mode = va_arg(arguments, mode_t);
        attributes = va_arg(arguments, struct mq_attr *);
        va_end(arguments);
    }
    struct own_name own;
    if (UNLIKELY(descriptors_run_out(site))) {
        return (mqd_t)-1;
    }
    return REAL(mq_open)(standing_for(name, true, &own, site), flags, mode, attributes);
}

EXPORT int mq_unlink(const char *name) {
    uint64_t site = SITE();
    struct own_name own;
    return REAL(mq_unlink)(standing_for(name, true, &own, site));
}
