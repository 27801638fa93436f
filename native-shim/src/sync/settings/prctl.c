/* prctl: beside other processes, what is the process's alone. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>

#include "base/compiler.h"
#include "base/real.h"
#include "memory/memory.h"
#include "model/ending.h"
#include "model/note.h"
#include "model/runtime.h"
#include "sync/settings/thread_control.h"
#include "sync/threads/thread_name.h"

static bool is_own(int option) {
    switch (option) {
        case PR_GET_DUMPABLE:
        case PR_CAPBSET_READ:
        case PR_SET_THP_DISABLE:
        case PR_GET_THP_DISABLE:
            return true;
        default:
            return false;
    }
}

/* What most options take are numbers; what the others do behind pointers is not known. */
static bool may_point(int option) { return !is_own(option) && option != PR_SET_DUMPABLE; }

/* All threads are one of the kernel's, whose name is another. */
static int name(int option, char *text, uint64_t site) {
    char own[THREAD_NAME];
    if (option == PR_SET_NAME) {
        memory_reads(text, strnlen(text, THREAD_NAME - 1) + 1, site);
        thread_name_give(rt.current, text);
        return 0;
    }
    thread_name_tell(rt.current, own);
    memory_writes(text, sizeof own, site);
    memcpy(text, own, sizeof own);
    return 0;
}

EXPORT int prctl(int option, ...) {
    unsigned long a[4];
    va_list arguments;
    uint64_t site = SITE();
    va_start(arguments, option);
    for (int i = 0; i < 4; i++) {
        a[i] = va_arg(arguments, unsigned long);
    }
    va_end(arguments);
    if (running() && (option == PR_SET_NAME || option == PR_GET_NAME)) {
        return name(option, (char *)(uintptr_t)a[0], site);
    }
    long result;
    if (running() && thread_control(option, a, &result, site)) {
        return (int)result;
    }
    if (running() && thread_control_is_for_all(option)) {
        unmodelled("prctl, beside other threads and with an option that is about one of them,", site);
    }
    if (running() && may_point(option)) {
        note(HEDDLE_NOTE_UNSEEN, 0, site, "prctl");
    }
    if (!is_own(option)) {
        CALLS_ALONE("prctl");
    }
    return REAL(prctl)(option, a[0], a[1], a[2], a[3]);
}
