#define _GNU_SOURCE
#include "zygote/execution.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "base/direct.h"
#include "core/schedule.h"
#include "kernel/process/process.h"
#include "memory/allocation/allocator.h"
#include "memory/heap.h"
#include "model/fibers/debug_threads.h"
#include "model/fibers/fiber.h"
#include "model/runtime.h"
#include "race/race.h"
#include "report/pedantic.h"
#include "zygote/files/output.h"

static int (*program)(void);

void execution_prepare(int (*run)(void)) { program = run; }

static void *main_thread(void *unused) {
    (void)unused;
    if (rt.asked.pedantic) {
        void *block = heap_take(1, 0);
        pedantic_start((uint64_t)(uintptr_t)block);
        heap_give(block, 0);
    }
    allocator_tell();
    errno = 0; /* whatever has failed in the zygote */
    process_return(program());
}

struct fiber *execution_begin(const struct plan_view *plan) {
    runtime_ask(plan->head);
    schedule_start(plan);
    struct fiber *main_fiber = fiber_create(0, NULL, 0, 0);
    main_fiber->made.start = main_thread;
    debug_start(plan->head);
    race_start(plan->visible, plan->head->visible_count);
    rt.mode = MODE_RUNNING;
    return main_fiber;
}

void execution_enter_child(void) {
    const struct {
        uint64_t handler, flags, restorer, mask; /* as the kernel has them */
    } no_action = {0, 0, 0, 0};
    direct_call(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0);
    direct_call(SYS_rt_sigaction, SIGALRM, (long)&no_action, 0, sizeof no_action.mask);
}

void execution_reset_shared(void) { memset(rt.shared, 0, offsetof(struct shared, first_fibers)); }

void execution_reset_files(bool written, bool read) {
    if (written) {
        output_reset();
    }
    if (read) {
        direct_call(SYS_lseek, 0, 0, SEEK_SET, 0); /* standard input is read from its beginning on */
    }
}
