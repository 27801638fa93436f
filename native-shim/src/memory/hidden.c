/* Functions that return, or keep, memory of their own. That memory is the runtime's here, so that what they do to it is announced
 * like any other access, and what the program then reads there as well. */
#define _GNU_SOURCE
#include "memory/hidden.h"

#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "base/compiler.h"
#include "base/direct.h"
#include "base/real.h"
#include "memory/library.h"
#include "memory/memory.h"
#include "model/resolve.h"
#include "model/runtime.h"

#define DATE_TEXT 64u /* bytes: more than asctime needs for any year */

/* Not among the runtime's own variables, which processes share: a process that is forked goes on with a copy. */
static struct hidden {
    char *token;
    struct tm calendar;
    char date[DATE_TEXT];
} *hidden;

static struct heddle_site records[3];

void hidden_prepare(void) {
    static struct hidden of_all; /* where there is no memory */
    void *page = direct_map(NULL, sizeof *hidden, MAP_PRIVATE);
    hidden = page == MAP_FAILED ? &of_all : page;
    records[0] = (struct heddle_site)OWN_VARIABLE(hidden->token, "the hidden state of strtok");
    records[1] = (struct heddle_site)OWN_VARIABLE(hidden->calendar, "the buffer of gmtime and localtime");
    records[2] = (struct heddle_site)OWN_VARIABLE(hidden->date, "the buffer of asctime and ctime");
    resolve_name(records, records + sizeof records / sizeof *records);
}

EXPORT char *strtok(char *restrict text, const char *restrict delimiters) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(strtok)(text, delimiters);
    }
    memory_library(HEDDLE_LIBRARY_NEXT_TOKEN, text, &hidden->token, (size_t)(uintptr_t)delimiters, site);
    return strtok_r(text, delimiters, &hidden->token);
}

static struct tm *calendar(const time_t *when, struct tm *(*convert)(const time_t *, struct tm *), uint64_t site) {
    memory_reads(when, sizeof *when, site);
    memory_writes(&hidden->calendar, sizeof hidden->calendar, site);
    return convert(when, &hidden->calendar);
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
    memory_writes(hidden->date, sizeof hidden->date, site);
    return asctime_r(tm, hidden->date);
}

EXPORT char *asctime(const struct tm *tm) {
    uint64_t site = SITE();
    return running() ? text_of(tm, site) : REAL(asctime)(tm);
}

EXPORT char *ctime(const time_t *when) {
    uint64_t site = SITE();
    return running() ? text_of(calendar(when, local, site), site) : REAL(ctime)(when);
}
