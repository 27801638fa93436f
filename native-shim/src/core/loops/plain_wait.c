#define _GNU_SOURCE
#include "core/loops/plain_wait.h"

#include <signal.h>
#include <string.h>

#include "base/direct.h"
#include "base/real.h"
#include "core/loops/hot_places.h"
#include "core/loops/stack_state.h"
#include "model/ending.h"
#include "model/fibers/processes.h"
#include "model/fibers/running_stack.h"
#include "model/runtime.h"
#include "model/shared.h"
#include "race/race.h"
#include "race/shadow/shadow.h"

#define MOST_PLACES 16
#define ATTENTIVE 4096     /* accesses: for so many it is found out whether the thread changes at all */
#define ENOUGH (1u << 26)  /* accesses, all of them of the same few places: then it waits although it changes */
#define STATES 4
#define INSISTENT (1u << 20) /* accesses: for so many it is found out which places a thread reads that has gone on for seconds */
#define OFTEN 4096u /* in one of so many accesses */

static uint32_t accesses, place_count;
static bool writes_any;
static uint64_t states[STATES]; /* the last ones that the thread was in before it read the first place */
static struct place {
    uint64_t address, size;
    bool written; /* by the thread itself, which then does not wait for it */
} places[MOST_PLACES];

static bool insists; /* the execution is about to be killed, unless what its thread waits for is found */

static const struct fiber *goes_round; /* whose loop is watched, instead; NULL: nobody's */

static void watch(void) {
    race_show_all();
    if (!race_watched) {
        accesses = place_count = 0;
        writes_any = false;
        memset(states, 0, sizeof states);
        race_watched = true;
    }
}

/* Nobody can change what it reads: there is no other thread, and no handler. */
static bool waits_for_nobody(void) { return rt.fiber_count == 1 && !rt.seen.handlers && !rt.request_awaited; }

static void on_suspicion(int signal_number, siginfo_t *info, void *context) {
    (void)signal_number;
    (void)context;
    bool last_time = info->si_code == SI_QUEUE;
    if (!running() || rt.asked.points != HEDDLE_POINTS_AUTO || (goes_round && !last_time) || waits_for_nobody()) {
        return;
    }
    if (last_time) {
        insists = true;
        goes_round = NULL;
        hot_places_forget();
    }
    watch();
}

void plain_wait_reserve(void) {
    struct sigaction action = {.sa_sigaction = on_suspicion, .sa_flags = SA_RESTART | SA_SIGINFO};
    REAL(sigaction)(RESERVED_SIGNAL, &action, NULL);
    sigset_t reserved;
    sigemptyset(&reserved);
    sigaddset(&reserved, RESERVED_SIGNAL);
    REAL(sigprocmask)(SIG_UNBLOCK, &reserved, NULL); /* the check may have been started with it blocked */
}

void plain_wait_suspect(pid_t child) { REAL(kill)(child, RESERVED_SIGNAL); }

void plain_wait_insist(pid_t child) { REAL(sigqueue)(child, RESERVED_SIGNAL, (union sigval){0}); }

static void make_place_visible(uint64_t address, uint64_t size) {
    if (rt.shared->race_count < MAX_RACES) {
        rt.shared->races[rt.shared->race_count++] = (struct heddle_race){.flags = HEDDLE_RACE_INVISIBLE,
                                                                         .step = rt.shared->event_count,
                                                                         .first_thread = rt.current->id,
                                                                         .second_thread = rt.current->id,
                                                                         .address = address,
                                                                         .length = size,
                                                                         .shared_address = address,
                                                                         .shared_length = size};
    }
}

static _Noreturn void make_visible(void) {
    for (uint32_t i = 0; i < place_count; i++) {
        if (!places[i].written) {
            make_place_visible(places[i].address, places[i].size);
        }
    }
    end_execution(HEDDLE_HUNG);
}

/* A thread that computes while it waits accesses much besides. What it waits for is among what it reads again and again and does not
 * write. */
static void insist_at(uint64_t address, uint64_t size, bool writes) {
    hot_places_count(address, size, writes);
    if (hot_places_counted() < INSISTENT) {
        return;
    }
    bool any = false;
    for (uint32_t at = 0; hot_places_next(&at, OFTEN, &address, &size); any = true) {
        make_place_visible(address, size);
    }
    if (any) {
        end_execution(HEDDLE_HUNG);
    }
    hot_places_forget();
}

/* With equal registers and an equal stack, having written nothing, the thread will do the same again. */
static bool is_where_it_was(void) {
    uint64_t state = spin_state(rt.current);
    for (unsigned i = 0; i < STATES; i++) {
        if (state != 0 && states[i] == state) {
            return true;
        }
    }
    memmove(&states[1], &states[0], sizeof states - sizeof states[0]);
    states[0] = state;
    return false;
}

void plain_wait_round(const struct fiber *fiber) {
    if (rt.asked.points != HEDDLE_POINTS_AUTO || !rt.asked.races || rt.fiber_count == 1) {
        return;
    }
    if (goes_round == fiber && race_watched && place_count > 0) {
        make_visible();
    }
    goes_round = fiber;
    race_watched = false;
    watch();
}

static void stop_watching(void) {
    race_watched = false;
    goes_round = NULL;
}

/* Whether there is a place that it reads, and that only others can change. */
static bool waits_for_any(void) {
    for (uint32_t i = 0; i < place_count; i++) {
        if (!places[i].written) {
            return true;
        }
    }
    return false;
}

void plain_wait_at(uint64_t address, uint64_t size, bool writes) {
    if (insists) {
        insist_at(address, size, writes);
        return;
    }
    if (goes_round && (goes_round != rt.current || is_on_running_stack(rt.current, address_of_name(address)))) {
        return;
    }
    uint32_t at = 0;
    while (at < place_count && (places[at].address != address || places[at].size != size)) {
        at++;
    }
    if (at == MOST_PLACES || (writes && goes_round)) { /* it gets on with something */
        stop_watching();
        return;
    }
    if (at == place_count) {
        places[place_count++] = (struct place){.address = address, .size = size};
    }
    places[at].written |= writes;
    writes_any |= writes;
    if (goes_round) {
        return;
    }
    if (++accesses == ENOUGH) {
        if (!waits_for_any()) {
            stop_watching();
            return;
        }
        make_visible();
    }
    if (!writes_any && at == 0 && accesses < ATTENTIVE && is_where_it_was()) {
        make_visible();
    }
}
