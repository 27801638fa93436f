/* The runtime's large arrays, apart from the small variables, which so share a few pages. */
#ifndef HEDDLE_COLD_H
#define HEDDLE_COLD_H

#include <limits.h>
#include <sched.h>
#include <semaphore.h>

#include "model/runtime.h"

#define OUTPUT_KEPT (64u << 10) /* bytes of each of standard output and error that a result carries */
#define REAL_CACHE 512u         /* more than there are interposed functions */
#define MAX_MODULES 256
#define NAMED_SLOTS 256u
#define MAX_OWN_RANGES 256u

struct cold {
    uint64_t pool[MAX_FIBERS];               /* fiber.c: FS bases of parked threads; [0] is the main thread's */
    void *base_buffer[MAX_FIBERS];           /* fiber.c: the cleanup buffers that libc registered for them */
    uint16_t index_of_id[MAX_THREAD_ID + 1]; /* fiber.c: fiber index + 1, for ids from FIRST_IDS on */
    struct thread_key {
        bool used;
        void (*destructor)(void *);
    } keys[PTHREAD_KEYS_MAX]; /* keys.c */
    struct {
        const char *name;
        void *function;
    } real[REAL_CACHE]; /* real.c */
    struct {
        const struct heddle_site *begin, *end;
    } site_tables[MAX_MODULES];              /* resolve.c */
    char program_path[4096];                 /* resolve.c */
    char output[2][OUTPUT_KEPT];             /* output.c */
    struct named {
        char name[NAME_MAX - 3];
        uint32_t life; /* how often the name had been unlinked */
        uint32_t opened;
        bool exists, unlinked;
        sem_t semaphore;
    } named[NAMED_SLOTS]; /* named.c */
    struct placement {
        bool has_affinity;
        int policy, priority;
        cpu_set_t affinity;
    } placement[MAX_FIBERS]; /* attr.c */
    struct {
        uint64_t start, end;
    } own[MAX_OWN_RANGES], /* own.c */
        parked[MAX_FIBERS]; /* fiber.c: the stacks of the parked threads, which hold their TCBs; [0] is empty */
    struct heddle_stack *announced[MAX_FIBERS]; /* describe.c: of what each fiber announced last */
};

extern struct cold cold;

#endif
