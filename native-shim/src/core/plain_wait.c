#define _GNU_SOURCE
#include "core/plain_wait.h"

#include <signal.h>
#include <string.h>

#include "core/stack_state.h"
#include "model/addresses.h"
#include "model/ending.h"
#include "model/runtime.h"
#include "model/shared.h"
#include "race/race.h"
#include "race/shadow.h"

#define MOST_PLACES 8
#define ATTENTIVE 4096     /* accesses: for so many it is found out whether the thread changes at all */
#define ENOUGH (1u << 26)  /* accesses, all of them reads of the same few places: then it waits although it changes */
#define STATES 4

static uint32_t reads, place_count;
static uint64_t states[STATES]; /* the last ones that the thread was in before it read the first place */
static struct heddle_range places[MOST_PLACES];

static const struct fiber *goes_round; /* whose loop is watched, instead; NULL: nobody's */

static void watch(void) {
    race_show_all();
    if (!race_watched) {
        reads = place_count = 0;
        memset(states, 0, sizeof states);
        race_watched = true;
    }
}

static void on_suspicion(int signal_number) {
    (void)signal_number;
    if (running() && rt.points == HEDDLE_POINTS_AUTO && !goes_round) {
        watch();
    }
}

void plain_wait_reserve(void) {
    struct sigaction action = {.sa_handler = on_suspicion, .sa_flags = SA_RESTART};
    sigaction(SIGURG, &action, NULL);
}

void plain_wait_suspect(pid_t child) { kill(child, SIGURG); }

static _Noreturn void make_visible(void) {
    for (uint32_t i = 0; i < place_count && rt.shared->race_count < MAX_RACES; i++) {
        rt.shared->races[rt.shared->race_count++] = (struct heddle_race){.flags = HEDDLE_RACE_INVISIBLE,
                                                                         .step = rt.shared->event_count,
                                                                         .first_thread = rt.current->id,
                                                                         .second_thread = rt.current->id,
                                                                         .address = places[i].address,
                                                                         .length = places[i].length,
                                                                         .shared_address = places[i].address,
                                                                         .shared_length = places[i].length};
    }
    end_execution(HEDDLE_HUNG);
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
    if (rt.points != HEDDLE_POINTS_AUTO || !rt.races || rt.fiber_count == 1) {
        return;
    }
    if (goes_round == fiber && race_watched && place_count > 0) {
        make_visible();
    }
    goes_round = fiber;
    race_watched = false;
    watch();
}

void plain_wait_at(uint64_t address, uint64_t size, bool writes) {
    if (goes_round && (goes_round != rt.current || address - fiber_slot(rt.current->id) < FIBER_STACK_TOP)) {
        return;
    }
    uint32_t at = 0;
    while (at < place_count && (places[at].address != address || places[at].length != size)) {
        at++;
    }
    if (writes || at == MOST_PLACES) { /* it gets on with something */
        race_watched = false;
        goes_round = NULL;
        return;
    }
    if (at == place_count) {
        places[place_count++] = (struct heddle_range){address, size};
    }
    if (goes_round) {
        return;
    }
    if (++reads == ENOUGH || (at == 0 && reads < ATTENTIVE && is_where_it_was())) {
        make_visible();
    }
}
