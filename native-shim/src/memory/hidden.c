/* Functions that return, or keep, memory of their own. That memory is the runtime's here, so that what they do to it is announced
 * like any other access, and what the program then reads there as well. */
#define _GNU_SOURCE
#include "memory/hidden.h"

#include <string.h>

#include "base/compiler.h"
#include "base/real.h"
#include "memory/library.h"
#include "memory/memory.h"
#include "model/runtime.h"

char *hidden_strtok;
struct tm hidden_calendar;
char hidden_date[DATE_TEXT];

EXPORT char *strtok(char *restrict text, const char *restrict delimiters) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(strtok)(text, delimiters);
    }
    memory_library(HEDDLE_LIBRARY_NEXT_TOKEN, text, &hidden_strtok, (size_t)(uintptr_t)delimiters, site);
    return strtok_r(text, delimiters, &hidden_strtok);
}

static struct tm *calendar(const time_t *when, struct tm *(*convert)(const time_t *, struct tm *), uint64_t site) {
    memory_reads(when, sizeof *when, site);
    memory_writes(&hidden_calendar, sizeof hidden_calendar, site);
    return convert(when, &hidden_calendar);
}

EXPORT struct tm *gmtime(const time_t *when) {
    uint64_t site = SITE();
    return running() ? calendar(when, gmtime_r, site) : REAL(gmtime)(when);
}

static struct tm *local(const time_t *when, struct tm *into) {
    tzset(); /* localtime does, localtime_r need not */
    return localtime_r(when, into);
}

EXPORT struct tm *localtime(const time_t *when) {
    uint64_t site = SITE();
    return running() ? calendar(when, local, site) : REAL(localtime)(when);
}

static char *text_of(const struct tm *tm, uint64_t site) {
    memory_reads(tm, sizeof *tm, site);
    memory_writes(hidden_date, sizeof hidden_date, site);
    return asctime_r(tm, hidden_date);
}

EXPORT char *asctime(const struct tm *tm) {
    uint64_t site = SITE();
    return running() ? text_of(tm, site) : REAL(asctime)(tm);
}

EXPORT char *ctime(const time_t *when) {
    uint64_t site = SITE();
    return running() ? text_of(calendar(when, local, site), site) : REAL(ctime)(when);
}
