/* prctl: beside other processes, what is the calling thread's or process's alone. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdbool.h>
#include <sys/prctl.h>

#include "base/compiler.h"
#include "base/real.h"
#include "model/ending.h"
#include "model/runtime.h"

static bool is_own(int option) {
    switch (option) {
        case PR_SET_NAME:
        case PR_GET_NAME:
        case PR_GET_DUMPABLE:
        case PR_SET_NO_NEW_PRIVS:
        case PR_GET_NO_NEW_PRIVS:
        case PR_CAPBSET_READ:
        case PR_SET_KEEPCAPS:
        case PR_GET_KEEPCAPS:
        case PR_SET_TIMERSLACK:
        case PR_GET_TIMERSLACK:
        case PR_SET_THP_DISABLE:
        case PR_GET_THP_DISABLE:
        case PR_GET_PDEATHSIG:
            return true;
        default:
            return false;
    }
}

EXPORT int prctl(int option, ...) {
    unsigned long a[4];
    va_list arguments;
    rt.site = NULL;
    va_start(arguments, option);
    for (int i = 0; i < 4; i++) {
        a[i] = va_arg(arguments, unsigned long);
    }
    va_end(arguments);
    if (!is_own(option)) {
        CALLS_ALONE("prctl");
    }
    return REAL(prctl)(option, a[0], a[1], a[2], a[3]);
}
