/* Random histories of a queue whose take() may take either of the first two, judged by the runtime's search and by trying all orders.
 * Prints how many are explained; ends with 1 where the two differ. The arguments are how many, what the search asks for, and what the
 * trial of all orders does: 0 linearizability, 1 sequential consistency, 2 quiescent consistency; and not 0 where the trial lets calls that
 * wait take effect. Each history is judged as one at whose end the process ends, as one at whose end all open calls wait, and for each of
 * them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/history/explain.h"

#define MOST 7

struct state {
    uint32_t count, values[MOST];
};

static struct drawn *draws;

static uint32_t choose(uint32_t alternatives) {
    if (draws->at == draws->count) {
        draws->value[draws->count] = 0;
        draws->alternatives[draws->count++] = alternatives;
    }
    return draws->value[draws->at++];
}

/* "put N" gives "ok"; "take" gives one of the first two, or waits. */
static int allows(void *at, const char *operation, const char *result) {
    struct state *state = at;
    if (operation[0] == 'p') {
        state->values[state->count++] = (uint32_t)atoi(operation + 4);
        return !result || strcmp(result, "ok") == 0;
    }
    if (state->count == 0) {
        return 0;
    }
    uint32_t place = choose(state->count > 1 ? 2 : 1);
    uint32_t value = state->values[place];
    memmove(state->values + place, state->values + place + 1, (MOST - place - 1) * sizeof value);
    state->values[--state->count] = 0;
    return !result || (uint32_t)atoi(result) == value;
}

bool specification_allows(const struct specification *specification, const void *state, const char *operation, const char *result,
                          struct drawn *drawn, void *next) {
    memcpy(next, state, specification->size);
    drawn->at = 0;
    draws = drawn;
    return specification->allows(next, operation, result) != 0;
}

bool specification_redraw(struct drawn *drawn) {
    while (drawn->count > 0) {
        uint32_t last = drawn->count - 1;
        if (++drawn->value[last] < drawn->alternatives[last]) {
            return true;
        }
        drawn->count--;
    }
    return false;
}

static uint64_t seed = 88172645463325252u;
static uint32_t below(uint32_t limit) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed % limit);
}

static struct past_call calls[MOST];
static char texts[2 * MOST][16];
static uint32_t count;

/* Up to three threads make calls that overlap, with results of nothing but chance; some do not end. */
static void draw(void) {
    static const char *const takes[] = {"1", "2", "3"};
    int open[3] = {-1, -1, -1};
    uint32_t now = 0, most = 1 + below(MOST);
    count = 0;
    for (;;) {
        uint32_t thread = below(3);
        if (open[thread] >= 0) {
            struct past_call *call = &calls[open[thread]];
            call->end = now++;
            call->result = call->operation[0] == 'p' ? "ok" : takes[below(3)];
            open[thread] = -1;
            continue;
        }
        if (count == most) {
            if (below(2) || (open[0] < 0 && open[1] < 0 && open[2] < 0)) {
                return; /* what is open stays so */
            }
            continue;
        }
        snprintf(texts[count], sizeof texts[count], below(5) < 3 ? "put %u" : "take", 1 + below(3));
        calls[count] = (struct past_call){.begin = now++, .end = UINT32_MAX, .thread = thread, .operation = texts[count]};
        open[thread] = (int)count++;
    }
}

static int asked;

/* Whether there is no call at this moment. */
static bool is_quiet(uint32_t moment) {
    for (uint32_t i = 0; i < count; i++) {
        if (calls[i].begin <= moment && moment < calls[i].end) {
            return false;
        }
    }
    return true;
}

/* Whether one call has to come before another one, by the definitions. */
static bool is_before(const struct past_call *one, const struct past_call *other) {
    if (asked < 2) {
        return one->end < other->begin && (asked == 0 || one->thread == other->thread);
    }
    for (uint32_t moment = one->end; moment < other->begin; moment++) {
        if (is_quiet(moment)) {
            return true;
        }
    }
    return false;
}

static uint32_t waiting;
static bool lets_waiting_come;

/* Whether behind all that have ended the call that waits would do so: only a take does, from an empty queue. */
static bool would_wait(const struct state *state) {
    return waiting >= NONE_COMES || (calls[waiting].operation[0] == 't' && state->count == 0);
}

/* Tries all orders, with all that may be drawn. */
static bool tried(uint32_t taken, struct state state) {
    bool is_complete = true;
    for (uint32_t i = 0; i < count; i++) {
        is_complete = is_complete && (taken >> i & 1 || !calls[i].result);
    }
    if (is_complete && would_wait(&state)) {
        return true;
    }
    for (uint32_t i = 0; i < count; i++) {
        bool may_come = !(taken >> i & 1) && (calls[i].result || waiting == ANY_MAY_COME || lets_waiting_come);
        for (uint32_t other = 0; other < count; other++) {
            may_come = may_come && (taken >> other & 1 || !is_before(&calls[other], &calls[i]));
        }
        for (uint32_t value = 0; may_come && value < 2; value++) {
            struct drawn fixed = {.count = 1, .value = {value}, .alternatives = {2}};
            struct state next = state;
            if (value == 1 && (calls[i].operation[0] == 'p' || state.count < 2)) {
                continue;
            }
            draws = &fixed;
            if (allows(&next, calls[i].operation, calls[i].result) && tried(taken | 1u << i, next)) {
                return true;
            }
        }
    }
    return false;
}

/* Whether the order may be one: it is of different calls, each after all that have to come before it, and its results are right. */
static bool is_order(const uint16_t *order, uint32_t length) {
    uint32_t taken = 0;
    for (uint32_t i = 0; i < length; i++) {
        for (uint32_t other = 0; other < count; other++) {
            if (!(taken >> other & 1) && is_before(&calls[other], &calls[order[i]])) {
                return false;
            }
        }
        if (taken >> order[i] & 1) {
            return false;
        }
        taken |= 1u << order[i];
    }
    return true;
}

static struct state empty;
static int searched;

/* Whether the history is explained; ends the program where the two differ. */
static bool judge(void) {
    struct specification queue = {.allows = allows, .initial = &empty, .size = sizeof empty};
    uint16_t order[MOST];
    uint32_t length;
    struct past_call read[MOST];
    memcpy(read, calls, sizeof read);
    if (searched == 2) {
        explain_quiet_moments_alone(read, count);
    }
    struct past past = {.calls = read, .count = count, .waiting = waiting, .sequential = searched == 1};
    enum explanation told = explain(&queue, &past, order, &length);
    bool expected = tried(0, empty);
    if (told != (expected ? EXPLAINED : NOT_EXPLAINED) || !is_order(order, length)) {
        printf("%d, expected %d\n", told, expected);
        exit(1);
    }
    return expected;
}

int main(int argc, char **argv) {
    uint32_t explained[2] = {0}, waits[2] = {0};
    searched = argc > 2 ? atoi(argv[2]) : 0;
    asked = argc > 3 ? atoi(argv[3]) : searched;
    lets_waiting_come = argc > 4 && atoi(argv[4]);
    for (long left = argc > 1 ? atol(argv[1]) : 100000; left > 0; left--) {
        draw();
        waiting = ANY_MAY_COME;
        explained[judge()]++;
        waiting = NONE_COMES;
        judge();
        for (waiting = 0; waiting < count; waiting++) {
            if (!calls[waiting].result) {
                waits[judge()]++;
            }
        }
    }
    printf("explained %u, not %u\nwaits %u, not %u\n", explained[1], explained[0], waits[1], waits[0]);
    return 0;
}
