/* The numbers of descriptors that threads get: who makes and closes one orders itself with who uses it. */
#define _GNU_SOURCE
#include "memory/numbers.h"

#include "base/compiler.h"
#include "memory/library_state.h"
#include "memory/memory.h"
#include "model/fibers/processes.h"
#include "model/note.h"
#include "model/resolve.h"
#include "model/runtime.h"
#include "race/race_report.h"

enum { OF_A_THREAD = 64, KNOWN = 1024 };

/* All numbers that nobody has got by a call that is known: inherited, or made by one that is not seen. */
enum { OTHERS = NUMBERS };

static uint64_t ends[NUMBERS + 1]; /* for each: written by who makes and closes it, read by who uses it */
static struct {
    uint16_t index; /* one higher; 0: another call has made it, or none */
    bool is_closed, is_of_blocking;
} known[KNOWN];
static uint8_t given[NUMBERS / OF_A_THREAD]; /* to threads */

/* Of numbers of what may block. Written by who closes one, or puts something else behind it; or by who puts a file there alone. Read by calls
 * that are no operations; or by those that are, as long as it is no file. */
static uint64_t ended[KNOWN], replaced[KNOWN];
static void (*look_at_ended)(uint64_t site);

/* Of a program that looks at numbers: who makes one gets the lowest that is free, which depends on whoever has taken or freed one that is
 * not higher. Written by who takes or frees it. Those of what may block are ordered among themselves. */
static bool are_looked_at;
enum taker { A_FILE, WHAT_BLOCKS, TAKERS };
static uint64_t taken[TAKERS][KNOWN];

static const struct heddle_site records[] = {
    OWN_VARIABLE(ends, "the number of a descriptor"),
    OWN_VARIABLE(ended, "the number of a pipe or socket"),
    OWN_VARIABLE(replaced, "the number of a pipe or socket"),
    OWN_VARIABLE(taken, "which number is free"),
};

void numbers_prepare(void) {
    resolve_name(records, records + sizeof records / sizeof *records);
    race_is_benign((uint64_t)(uintptr_t)ends, sizeof ends);
    race_is_benign((uint64_t)(uintptr_t)ended, sizeof ended);
    race_is_benign((uint64_t)(uintptr_t)replaced, sizeof replaced);
    race_is_benign((uint64_t)(uintptr_t)taken, sizeof taken);
}

/* Of a process that was forked nobody looks after the numbers, which are its own: where it has several threads, the report says so. */
static bool is_known(int number) { return number >= 0 && number < KNOWN && !is_of_forked(); }

static void tell_if_unseen(uint64_t site) {
    if (UNLIKELY(is_of_forked()) && running() && !processes_end_with(rt.current)) {
        note(HEDDLE_NOTE_UNSEEN, 0, site, "numbers of descriptors that threads of a forked process close");
    }
}

void numbers_are_looked_at(void) { are_looked_at = true; }

/* Once who is first matters, the order of all such calls is explored. */
static bool tells_of(int number) {
    return UNLIKELY(are_looked_at) && running() && rt.fiber_count > 1 && is_known(number) && !numbers_are_contended();
}

static void give_back(int number, enum taker by, uint64_t site) {
    if (tells_of(number)) {
        memory_writes(&taken[by][number], sizeof taken[by][number], site);
    }
}

static void take(int number, enum taker by, uint64_t site) {
    if (tells_of(number)) {
        size_t not_higher = ((size_t)number + 1) * sizeof taken[by][number];
        memory_reads(taken[A_FILE], not_higher, site);
        if (by == A_FILE) {
            memory_reads(taken[WHAT_BLOCKS], not_higher, site);
        }
    }
    give_back(number, by, site);
}

void numbers_freed(int number, uint64_t site) {
    tell_if_unseen(site);
    give_back(number, A_FILE, site);
}

int numbers_given(int number, uint64_t site) {
    take(number, A_FILE, site);
    if (running() && is_known(number)) {
        uint32_t thread = rt.current->id % (NUMBERS / OF_A_THREAD);
        known[number].index = (uint16_t)(thread * OF_A_THREAD + given[thread]++ % OF_A_THREAD + 1);
        known[number].is_closed = known[number].is_of_blocking = false;
        memory_writes(&ends[known[number].index - 1], sizeof *ends, site);
    }
    return number;
}

void numbers_taken_by_blocking(int number, uint64_t site) { take(number, WHAT_BLOCKS, site); }

void numbers_given_to_blocking(int number) {
    if (is_known(number)) {
        known[number].is_of_blocking = true;
    }
}

bool numbers_are_of_blocking(int number) { return is_known(number) && known[number].is_of_blocking; }

void numbers_look_by(void (*look)(uint64_t site)) { look_at_ended = look; }

void numbers_of_blocking_used(int number, bool is_operation, uint64_t site) {
    if (!numbers_are_of_blocking(number)) {
        return;
    }
    uint64_t *end = is_operation ? &replaced[number] : &ended[number];
    if (memory_is_quiet(end)) {
        memory_quiet_state(end, false, site);
    } else {
        look_at_ended(site);
    }
}

static void end(uint64_t *number, uint64_t site) {
    if (memory_is_quiet(number)) {
        memory_quiet_state(number, true, site);
    }
}

void numbers_of_blocking_ended(int number, bool is_replaced, uint64_t site) {
    tell_if_unseen(site);
    give_back(number, WHAT_BLOCKS, site);
    if (numbers_are_of_blocking(number)) {
        end(&ended[number], site);
    }
    if (is_replaced && numbers_are_of_blocking(number)) {
        end(&replaced[number], site);
    }
}

bool numbers_were_of_files(int number) { return is_known(number) && known[number].index > 0 && known[number].is_closed; }

void numbers_all_closed(uint64_t site) {
    tell_if_unseen(site);
    if (!is_of_forked()) {
        memory_writes(ends, sizeof ends, site);
    }
}

bool numbers_are_contended(void) {
    return !memory_are_quiet(ends, sizeof ends) || (UNLIKELY(are_looked_at) && !memory_are_quiet(taken[0], sizeof taken));
}

/* A number that is not free although it was closed has been given by another call. */
int numbers_index(int number, bool is_free) {
    return is_known(number) && known[number].is_closed == is_free ? known[number].index - 1 : -1;
}

static void access_number(int number, bool is_free, bool changes, uint64_t site) {
    if (number < 0 || is_of_forked()) {
        return;
    }
    int index = numbers_index(number, is_free);
    if (index >= 0 && is_free && !numbers_are_contended()) { /* whoever gets it meanwhile is hit */
        memory_show_state(&ends[index], site);
    }
    memory_quiet_state(&ends[index < 0 ? OTHERS : index], changes, site);
}

void numbers_used(int number, bool is_free, uint64_t site) { access_number(number, is_free, false, site); }

void numbers_closed(int number, bool is_free, uint64_t site) {
    tell_if_unseen(site);
    access_number(number, is_free, true, site);
    numbers_told_closed(number);
}

void numbers_told_closed(int number) {
    if (is_known(number)) {
        known[number].is_closed = true;
    }
}
