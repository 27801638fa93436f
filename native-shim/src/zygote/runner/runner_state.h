/* What the runner keeps, in memory that is never put back; and how an execution leaves it. */
#ifndef HEDDLE_RUNNER_STATE_H
#define HEDDLE_RUNNER_STATE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

#include "base/wire.h"

#define PAGE 4096ull
#define MOST_SAVED 16384u /* pages: who changes more is forked */
#define MOST_ALONE (1u << 18) /* pages, before there is a second thread: behind a checkpoint, they need not be put back */
#define FEWEST_SLOTS (4 * MOST_SAVED)
#define MOST_SLOTS (4 * MOST_ALONE)
#define MOST_TRACKED 1024u
#define MOST_FILES 1024
#define MOST_MAPPINGS 256u
#define STACK_ROOM (256u << 10)

struct span {
    uint64_t start, end;
};

/* Memory, see runner_memory.c. */
struct memory {
    uint32_t tracked_count, saved_count;
    uint32_t copied_count; /* of the saved pages, those that held something */
    uint32_t rounds; /* how often it has been put back */
    struct tracked {
        struct span span;
        int rights; /* what the pages may be used for */
    } tracked[MOST_TRACKED];
    struct saved {
        uint64_t page; /* its address */
        bool zero;     /* it held zeros: there is no copy */
        uint8_t idle;  /* how often in a row it was seen unchanged */
    } saved[MOST_ALONE];
    uint32_t slot_count; /* of the slots, how many are in use: a power of two */
    uint32_t slots[MOST_SLOTS]; /* number in `saved` + 1, by the page's hash; 0: free */
};

struct kernel_action { /* as rt_sigaction has it */
    void *handler;
    uint64_t flags;
    void *restorer;
    uint64_t mask;
};

#define MOST_BASE_FILES 64u
#define MOST_VISIBLE 4096u
#define MOST_ORDINARY 1024u
#define MOST_STEPS (1u << 18)

/* Where executions of this process begin: at main, or at a checkpoint, see checkpoint/checkpoint.h. */
struct base {
    void *paused;  /* the stack of the thread that goes on; NULL: they begin at main */
    bool is_taken; /* the execution under way has come to a checkpoint, in the process that is to begin there */
    bool has_ended; /* the process that began at a checkpoint of the execution under way */
    bool is_stale; /* others have written to what processes share since the last execution here */
    bool begun_here; /* the execution under way, or the last one */
    uint32_t depth; /* checkpoints on the way here */
    uint32_t kept_pages; /* that the processes before this one have saved, and keep, since there are two threads */
    long parent; /* its process */
    int error; /* errno */
    int child_status;
    uint64_t began; /* when the execution under way did, in nanoseconds */
    uint64_t least; /* nanoseconds that a checkpoint has to spare */
    uint32_t is_unworthy; /* executions that were too short for one */

    /* See checkpoint/begins.c. */
    uint32_t event_count;
    uint32_t step_count; /* of these events, how many the plan chose whose execution came here; see `steps` */
    struct heddle_plan head;
    bool is_alone; /* there is one thread, and it had no choice so far */
    bool is_default; /* the default policy has chosen all of them, and exploring has not begun: see core/begin.h */
    bool has_locked; /* some thread has taken a mutex */
    uint32_t ordinary_count;
    uint64_t ordinary[MOST_ORDINARY];
    struct heddle_range visible[MOST_VISIBLE];

    /* See checkpoint/base_files.c. */
    struct stat status;
    uint32_t file_count;
    struct base_file {
        int file, copy;
        bool closes_on_exec, is_closed;
        long offset;
    } files[MOST_BASE_FILES];
};

#define KEPT_ROOM (16u << 20)
#define MOST_PARTS 8u
#define MOST_OUTPUT (64u << 10)

/* See checkpoint/kept.c. */
struct kept {
    uint32_t part_count;
    struct span parts[MOST_PARTS];
    long input; /* offset of standard input; negative: it has none */
    uint32_t output_length[2];
    char output[2][MOST_OUTPUT];
    _Alignas(8) char bytes[KEPT_ROOM];
};

/* What the kernel keeps of the process, see runner_undo.c. */
struct kernel_state {
    uint64_t files[MOST_FILES / 64]; /* a bit for each descriptor that the execution has opened */
    bool has_files;
    uint32_t mapping_count; /* that the execution has made */
    struct span mappings[MOST_MAPPINGS];
    uint64_t actions_changed; /* bit n - 1: the disposition of signal n */
    struct kernel_action actions[64];
    uint64_t mask; /* before any execution */
    uint64_t hidden, hidden_before; /* of SIGSEGV and SIGSYS those that the program believes to block; before any execution */
    bool mask_changed;
    uint64_t end_of_data; /* before any execution */
    bool end_changed;
    bool wrote, read; /* to some descriptor */
    bool is_unique; /* a fork would differ that goes on from here: see runner_call.h */
};

enum { DISPATCH_ALLOW = 0, DISPATCH_BLOCK = 1 }; /* as syscall user dispatch has them */

/* Never lies in memory that is put back. */
struct runner {
    void *caller; /* where to go on when the execution is over; NULL: none is under way */
    volatile uint8_t selector; /* of syscall user dispatch */
    int status;
    enum heddle_fallback fallback;
    long fallback_call;
    uint32_t *progress; /* counts the pages that are saved, for the zygote */
    struct span text; /* of the runtime, whose system calls do not come to the runner */
    struct memory memory;
    struct kernel_state kernel;
    struct base base;
    struct kept kept;
    struct heddle_step steps[MOST_STEPS];
    _Alignas(64) char stack[STACK_ROOM];
    _Alignas(64) char signal_stack[STACK_ROOM];
    _Alignas(4096) char copies[MOST_ALONE][PAGE]; /* untouched for a page that held zeros */
};
extern struct runner *runner;

bool runner_state_reserve(void); /* once, in the zygote; false: there is no memory */

/* Ends the execution: it is over (NONE), or has to be run again in a fork. */
_Noreturn void runner_leave(enum heddle_fallback fallback, long call);

#endif
