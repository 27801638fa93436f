/* Cancelling threads, deferred: a thread that has been cancelled ends at the next cancellation point that is modelled, by the
 * unwinding that pthread_exit does.
 *
 * Cancelling, and looking whether one has been cancelled, are events on the object that stands for the kernel (kernel.h). A call
 * that waits for the kernel, a semaphore or a thread is ended by the bit that signals end it with. A wait on a condition variable is registered by an
 * event once the thread is among the waiters; whoever of the two comes second, the thread or who cancels it, finds the other and
 * broadcasts. Other waiters then wake without a signal, as POSIX allows.
 *
 * Only programs that can cancel have these events: those with a module that refers to pthread_cancel. */
#define _GNU_SOURCE
#include "cancel.h"

#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <string.h>

#include "kernel.h"
#include "runtime.h"

static bool refers(const struct dl_phdr_info *info, const ElfW(Dyn) *entry) {
    const ElfW(Sym) *symbols = NULL;
    const char *names = NULL;
    const ElfW(Rela) *tables[2] = {NULL, NULL};
    size_t bytes[2] = {0, 0};
    for (; entry->d_tag != DT_NULL; entry++) {
        const void *at = (const void *)entry->d_un.d_ptr;
        switch (entry->d_tag) {
            case DT_SYMTAB:
                symbols = at;
                break;
            case DT_STRTAB:
                names = at;
                break;
            case DT_RELA:
                tables[0] = at;
                break;
            case DT_RELASZ:
                bytes[0] = entry->d_un.d_val;
                break;
            case DT_JMPREL:
                tables[1] = at;
                break;
            case DT_PLTRELSZ:
                bytes[1] = entry->d_un.d_val;
                break;
            default:
                break;
        }
    }
    if ((uint64_t)(uintptr_t)symbols < info->dlpi_addr || !names) { /* not relocated: the kernel's own module */
        return false;
    }
    for (int t = 0; t < 2; t++) {
        for (size_t i = 0; tables[t] && i < bytes[t] / sizeof *tables[t]; i++) {
            const ElfW(Sym) *symbol = &symbols[ELF64_R_SYM(tables[t][i].r_info)];
            if (ELF64_ST_BIND(symbol->st_info) == STB_GLOBAL && symbol->st_shndx == SHN_UNDEF &&
                strcmp(names + symbol->st_name, "pthread_cancel") == 0) {
                return true;
            }
        }
    }
    return false;
}

static int looks_for_cancel(struct dl_phdr_info *info, size_t size, void *unused) {
    (void)size;
    (void)unused;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        if (info->dlpi_phdr[i].p_type == PT_DYNAMIC &&
            refers(info, (const ElfW(Dyn) *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr))) {
            return 1;
        }
    }
    return 0;
}

void cancel_prepare(void) { rt.cancel_possible = dl_iterate_phdr(looks_for_cancel, NULL) != 0; }

bool cancel_is_due(const struct fiber *fiber) { return fiber->cancelled && !fiber->uncancellable; }

void cancel_if_due(void) {
    if (cancel_is_due(rt.current)) {
        kernel_settle();
        rt.current->uncancellable = true;
        pthread_exit(PTHREAD_CANCELED);
    }
}

/* The thread is to leave the waiters of a condition variable that it is registered with. */
static void wake(struct fiber *fiber, uint64_t condition, uint64_t site) {
    point_on(HEDDLE_COND_BROADCAST, (void *)(uintptr_t)condition, 0, site);
    fiber->cancel_woke = fiber->woken_at == rt.shared->event_count;
}

bool cancel_begin_wait(uint64_t condition, uint64_t site) {
    struct fiber *self = rt.current;
    if (!rt.cancel_possible || self->uncancellable) {
        return false;
    }
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    bool due = self->cancelled;
    self->waits_on = due ? 0 : condition;
    self->cancel_woke = false;
    kernel_settle();
    if (due) {
        wake(self, condition, site);
    }
    return true;
}

void cancel_end_wait(uint64_t site) {
    struct fiber *self = rt.current;
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    self->waits_on = 0;
    kernel_settle();
    if (self->cancel_woke) { /* else a signal was meant for it, which must not get lost */
        cancel_if_due();
    }
}

/* ---- the interposed functions ---- */

EXPORT int pthread_cancel(pthread_t thread) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_cancel)(thread);
    }
    struct fiber *target = fiber_by_handle(thread);
    if (!target || target->joined) {
        note(HEDDLE_NOTE_UNDEFINED, thread, site, "pthread_cancel: %s", target ? "the thread is joined already" : "no such thread");
        return ESRCH;
    }
    if (!rt.cancel_possible) {
        unmodelled("pthread_cancel, found by dlsym", site);
    }
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    target->cancelled = true;
    uint64_t condition = target->uncancellable || target->exited ? 0 : target->waits_on;
    kernel_settle();
    if (condition) {
        wake(target, condition, site);
    }
    return 0;
}

EXPORT void pthread_testcancel(void) {
    uint64_t site = SITE();
    if (!running()) {
        REAL(pthread_testcancel)();
    } else if (rt.cancel_possible && !rt.current->uncancellable) {
        kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
        kernel_settle();
        cancel_if_due();
    }
}

EXPORT int pthread_setcancelstate(int state, int *before) {
    rt.site = NULL;
    if (!running()) {
        return REAL(pthread_setcancelstate)(state, before);
    }
    if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE) {
        return EINVAL;
    }
    if (before) {
        *before = rt.current->uncancellable ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
    }
    rt.current->uncancellable = state == PTHREAD_CANCEL_DISABLE;
    return 0;
}

EXPORT int pthread_setcanceltype(int type, int *before) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_setcanceltype)(type, before);
    }
    if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS) {
        return EINVAL;
    }
    if (type == PTHREAD_CANCEL_ASYNCHRONOUS) {
        unmodelled("pthread_setcanceltype (asynchronous cancellation)", site);
    }
    if (before) {
        *before = PTHREAD_CANCEL_DEFERRED;
    }
    return 0;
}
