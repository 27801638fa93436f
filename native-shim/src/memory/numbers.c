/* The numbers of descriptors that threads get: who makes and closes one orders itself with who uses it. */
#define _GNU_SOURCE
#include "memory/numbers.h"

#include <sys/mman.h>

#include "base/compiler.h"
#include "base/direct.h"
#include "memory/library_state.h"
#include "memory/memory.h"
#include "model/resolve.h"
#include "model/runtime.h"
#include "race/race_report.h"

enum { OF_A_THREAD = 64, KNOWN = 1024 };

/* All numbers that nobody has got by a call that is known: inherited, or made by one that is not seen. */
enum { OTHERS = NUMBERS };

enum taker { A_FILE, WHAT_BLOCKS, TAKERS };

/* Not among the runtime's own variables, which processes share: a process that is forked goes on with a copy. */
static struct numbers {
    uint64_t ends[NUMBERS + 1]; /* for each: written by who makes and closes it, read by who uses it */

    /* Of numbers of what may block. Written by who closes one, or puts something else behind it; or by the latter alone. Read by
     * calls that are no operations; or by those that are, as long as it is no file. */
    uint64_t ended[KNOWN], replaced[KNOWN];

    /* The same as `ended`, read by calls that may wait. */
    uint64_t waited_for[KNOWN];

    /* Of a program that looks at numbers: who makes one gets the lowest that is free, which depends on whoever has taken or freed one that
     * is not higher. Written by who takes or frees it. Those of what may block are ordered among themselves. */
    uint64_t taken[TAKERS][KNOWN];

    struct {
        uint16_t index; /* one higher; 0: another call has made it, or none */
        bool is_closed, is_of_blocking;
    } known[KNOWN];
    uint8_t given[NUMBERS / OF_A_THREAD]; /* to threads */
} *own;

static void (*look_at_ended)(uint64_t site);
static bool are_looked_at;

static struct heddle_site records[5];

void numbers_prepare(void) {
    static struct numbers of_all; /* where there is no memory */
    void *pages = direct_map(NULL, sizeof *own, MAP_PRIVATE);
    own = pages == MAP_FAILED ? &of_all : pages;
    records[0] = (struct heddle_site)OWN_VARIABLE(own->ends, "the number of a descriptor");
    records[1] = (struct heddle_site)OWN_VARIABLE(own->ended, "the number of a pipe or socket");
    records[2] = (struct heddle_site)OWN_VARIABLE(own->replaced, "the number of a pipe or socket");
    records[3] = (struct heddle_site)OWN_VARIABLE(own->taken, "which number is free");
    records[4] = (struct heddle_site)OWN_VARIABLE(own->waited_for, "the number of a pipe or socket");
    resolve_name(records, records + sizeof records / sizeof *records);
    race_is_benign_in_each_process((uint64_t)(uintptr_t)own, sizeof *own);
}

static bool is_known(int number) { return number >= 0 && number < KNOWN; }

void numbers_are_looked_at(void) { are_looked_at = true; }

/* Once who is first matters, the order of all such calls is explored. */
static bool tells_of(int number) {
    return UNLIKELY(are_looked_at) && running() && rt.fiber_count > 1 && is_known(number) && !numbers_are_contended();
}

static void give_back(int number, enum taker by, uint64_t site) {
    if (tells_of(number)) {
        memory_writes(&own->taken[by][number], sizeof own->taken[by][number], site);
    }
}

static void take(int number, enum taker by, uint64_t site) {
    if (tells_of(number)) {
        size_t not_higher = ((size_t)number + 1) * sizeof own->taken[by][number];
        memory_reads(own->taken[A_FILE], not_higher, site);
        if (by == A_FILE) {
            memory_reads(own->taken[WHAT_BLOCKS], not_higher, site);
        }
    }
    give_back(number, by, site);
}

void numbers_freed(int number, uint64_t site) { give_back(number, A_FILE, site); }

int numbers_given(int number, uint64_t site) {
    take(number, A_FILE, site);
    if (running() && is_known(number)) {
        uint32_t thread = rt.current->id % (NUMBERS / OF_A_THREAD);
        own->known[number].index = (uint16_t)(thread * OF_A_THREAD + own->given[thread]++ % OF_A_THREAD + 1);
        own->known[number].is_closed = own->known[number].is_of_blocking = false;
        memory_writes(&own->ends[own->known[number].index - 1], sizeof *own->ends, site);
    }
    return number;
}

void numbers_taken_by_blocking(int number, uint64_t site) { take(number, WHAT_BLOCKS, site); }

void numbers_given_to_blocking(int number) {
    if (is_known(number)) {
        own->known[number].is_of_blocking = true;
    }
}

bool numbers_are_of_blocking(int number) { return is_known(number) && own->known[number].is_of_blocking; }

void numbers_look_by(void (*look)(uint64_t site)) { look_at_ended = look; }

void numbers_of_blocking_used(int number, bool is_operation, uint64_t site) {
    if (!numbers_are_of_blocking(number)) {
        return;
    }
    uint64_t *end = is_operation ? &own->replaced[number] : &own->ended[number];
    if (memory_is_quiet(end)) {
        memory_quiet_look(end, site);
    } else {
        look_at_ended(site);
    }
}

bool numbers_of_blocking_waited_for(int number, uint64_t site) {
    if (!numbers_are_of_blocking(number)) {
        return false;
    }
    bool is_quiet = memory_is_quiet(&own->waited_for[number]);
    if (is_quiet) {
        memory_quiet_look(&own->waited_for[number], site);
    }
    return !is_quiet;
}

static void end(uint64_t *number, uint64_t site) {
    if (memory_is_quiet(number)) {
        memory_quiet_state(number, true, site);
    }
}

void numbers_of_blocking_ended(int number, bool is_replaced, uint64_t site) {
    give_back(number, WHAT_BLOCKS, site);
    if (numbers_are_of_blocking(number)) {
        end(&own->ended[number], site);
        end(&own->waited_for[number], site);
    }
    if (is_replaced && numbers_are_of_blocking(number)) {
        end(&own->replaced[number], site);
    }
}

void numbers_of_blocking_given_again(int number, uint64_t site) {
    if (numbers_are_of_blocking(number)) {
        end(&own->replaced[number], site);
    }
}

bool numbers_were_of_files(int number) {
    return is_known(number) && own->known[number].index > 0 && own->known[number].is_closed;
}

void numbers_all_closed(uint64_t site) { memory_writes(own->ends, sizeof own->ends, site); }

bool numbers_are_contended(void) {
    return !memory_are_quiet(own->ends, sizeof own->ends) ||
           (UNLIKELY(are_looked_at) && !memory_are_quiet(own->taken[0], sizeof own->taken));
}

/* A number that is not free although it was closed has been given by another call. */
int numbers_index(int number, bool is_free) {
    return is_known(number) && own->known[number].is_closed == is_free ? own->known[number].index - 1 : -1;
}

static void access_number(int number, bool is_free, bool changes, uint64_t site) {
    if (number < 0) {
        return;
    }
    int index = numbers_index(number, is_free);
    if (index >= 0 && is_free && !numbers_are_contended()) { /* whoever gets it meanwhile is hit */
        memory_show_state(&own->ends[index], site);
    }
    memory_quiet_state(&own->ends[index < 0 ? OTHERS : index], changes, site);
}

void numbers_used(int number, bool is_free, uint64_t site) { access_number(number, is_free, false, site); }

void numbers_closed(int number, bool is_free, uint64_t site) {
    access_number(number, is_free, true, site);
    numbers_told_closed(number);
}

void numbers_told_closed(int number) {
    if (is_known(number)) {
        own->known[number].is_closed = true;
    }
}
