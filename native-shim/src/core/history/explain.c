#include "core/history/explain.h"

#include <stddef.h>
#include <string.h>

#define ARENA (32u << 20)
#define NONE UINT32_MAX
#define FIRST_SLOTS 256u

/* A set of calls that have taken effect, and the state that they lead to; both lie behind it. */
struct configuration {
    uint32_t parent; /* that it comes from, by one call more */
    uint32_t call;
    uint32_t next; /* that is to be looked at after it */
    uint32_t depth;
};

struct search {
    const struct specification *specification;
    const struct past *past;
    uint32_t words;   /* of a set */
    size_t bytes;     /* of a configuration, with its set and its state */
    uint32_t room;    /* for configurations */
    uint32_t made;    /* configurations */
    uint32_t slots;   /* of the table: a power of two */
    uint32_t to_come; /* the first that is to be looked at */
    uint32_t farthest;
    uint32_t tries;   /* calls that were tried */
};

static _Alignas(16) char arena[ARENA];
static _Alignas(16) char next_state[MOST_STATE_BYTES]; /* of a call that is tried and does not take effect */
static uint32_t table[4 * MOST_CONFIGURATIONS]; /* by hash: a configuration and one */

static struct configuration *at(const struct search *search, uint32_t index) {
    return (struct configuration *)(void *)(arena + index * search->bytes);
}
static uint64_t *set_of(struct configuration *configuration) { return (uint64_t *)(void *)(configuration + 1); }
static size_t set_bytes(const struct search *search) { return ((size_t)search->words * sizeof(uint64_t) + 15) & ~(size_t)15; }
static char *state_of(const struct search *search, struct configuration *configuration) {
    return (char *)(configuration + 1) + set_bytes(search);
}
static bool has(const uint64_t *set, uint32_t call) { return set[call / 64] >> call % 64 & 1; }

/* FNV-1a, a word at a time. */
static uint32_t hash_of(const struct search *search, uint32_t index) {
    const char *bytes = (const char *)(at(search, index) + 1);
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i + sizeof(struct configuration) < search->bytes; i += sizeof(uint64_t)) {
        uint64_t word;
        memcpy(&word, bytes + i, sizeof word);
        hash = (hash ^ word) * 0x100000001b3u;
        hash ^= hash >> 29;
    }
    return (uint32_t)(hash ^ hash >> 32);
}

/* The slot of the configuration, or of one that is equal. */
static uint32_t slot_of(const struct search *search, uint32_t index) {
    uint32_t slot = hash_of(search, index) & (search->slots - 1);
    size_t compared = search->bytes - sizeof(struct configuration);
    while (table[slot] && memcmp(at(search, table[slot] - 1) + 1, at(search, index) + 1, compared) != 0) {
        slot = (slot + 1) & (search->slots - 1);
    }
    return slot;
}

static void enlarge_table(struct search *search) {
    search->slots = search->slots ? 2 * search->slots : FIRST_SLOTS;
    memset(table, 0, search->slots * sizeof *table);
    for (uint32_t i = 0; i < search->made; i++) {
        table[slot_of(search, i)] = i + 1;
    }
}

/* The configuration behind those that are made becomes one of them, unless there is an equal one. */
static void keep(struct search *search) {
    if (2 * search->made >= search->slots) {
        enlarge_table(search);
    }
    uint32_t slot = slot_of(search, search->made);
    if (table[slot]) {
        return;
    }
    struct configuration *made = at(search, search->made);
    if (made->depth > at(search, search->farthest)->depth) {
        search->farthest = search->made;
    }
    made->next = search->to_come;
    search->to_come = search->made++;
    table[slot] = search->made;
}

/* Whether all calls that have ended have taken effect. */
static bool is_complete(const struct search *search, const uint64_t *set) {
    for (uint32_t i = 0; i < search->past->count; i++) {
        if (search->past->calls[i].result && !has(set, i)) {
            return false;
        }
    }
    return true;
}

/* The configurations that one call more leads to; false: the search is given up. */
static bool follow(struct search *search, uint32_t from, uint32_t call) {
    struct drawn drawn = {0};
    do {
        if (search->made == search->room || search->tries++ == MOST_TRIES) {
            return false;
        }
        struct configuration *before = at(search, from), *after = at(search, search->made);
        *after = (struct configuration){.parent = from, .call = call, .depth = before->depth + 1};
        memset(after + 1, 0, search->bytes - sizeof *after);
        memcpy(set_of(after), set_of(before), search->words * sizeof(uint64_t));
        set_of(after)[call / 64] |= 1ull << call % 64;
        if (specification_allows(search->specification, state_of(search, before), search->past->calls[call].operation,
                                 search->past->calls[call].result, &drawn, state_of(search, after))) {
            keep(search);
        }
    } while (specification_redraw(&drawn));
    return true;
}

/* The end of the call that ends first of those that have not taken effect: who begins later comes after it. */
static uint32_t first_end(const struct search *search, const uint64_t *set) {
    uint32_t first = UINT32_MAX;
    for (uint32_t i = 0; !search->past->sequential && i < search->past->count && search->past->calls[i].begin < first; i++) {
        if (!has(set, i) && search->past->calls[i].end < first) {
            first = search->past->calls[i].end;
        }
    }
    return first;
}

/* Whether a call that has ended, and has not taken effect, comes before this one, where the order in time does not tell. */
static bool waits_for_another(const struct search *search, const uint64_t *set, uint32_t call) {
    const struct past *past = search->past;
    for (uint32_t i = 0; i < call; i++) {
        if (past->calls[i].result && !has(set, i) && past->is_before(&past->calls[i], &past->calls[call])) {
            return true;
        }
    }
    return false;
}

/* Whether an earlier call of its thread has not taken effect. */
static bool waits_for_own(const struct search *search, const uint64_t *set, uint32_t call) {
    for (uint32_t i = 0; i < call; i++) {
        if (search->past->calls[i].thread == search->past->calls[call].thread && !has(set, i)) {
            return true;
        }
    }
    return false;
}

/* Whether the call may be the next one that takes effect. */
static bool may_come(const struct search *search, const uint64_t *set, uint32_t first_end, uint32_t call) {
    const struct past *past = search->past;
    if (has(set, call) || (!past->calls[call].result && past->waiting != ANY_MAY_COME)) {
        return false;
    }
    if (past->is_before) {
        return !waits_for_another(search, set, call);
    }
    return past->calls[call].begin < first_end && !(past->sequential && waits_for_own(search, set, call));
}

static bool expand(struct search *search, uint32_t from) {
    const uint64_t *set = set_of(at(search, from));
    uint32_t first = first_end(search, set);
    /* who began first is tried first: the last that is made is looked at next */
    for (uint32_t i = search->past->count; i-- > 0;) {
        if (may_come(search, set, first, i) && !follow(search, from, i)) {
            return false;
        }
    }
    return true;
}

static void tell_order(const struct search *search, uint32_t index, uint16_t *order, uint32_t *length) {
    *length = at(search, index)->depth;
    for (uint32_t i = *length; i > 0; i--) {
        order[i - 1] = (uint16_t)at(search, index)->call;
        index = at(search, index)->parent;
    }
}

static struct search begin(const struct specification *specification, const struct past *past) {
    struct search search = {.specification = specification, .past = past, .to_come = NONE};
    search.words = (past->count + 63) / 64;
    search.bytes = (sizeof(struct configuration) + set_bytes(&search) + specification->size + 15) & ~(size_t)15;
    size_t room = ARENA / search.bytes - 1;
    search.room = room < MOST_CONFIGURATIONS ? (uint32_t)room : MOST_CONFIGURATIONS;
    struct configuration *first = at(&search, 0);
    memset(first, 0, search.bytes);
    memcpy(state_of(&search, first), specification->initial, specification->size);
    keep(&search);
    return search;
}

void explain_quiet_moments_alone(struct past_call *calls, uint32_t count) {
    uint32_t moments = 0, last_end = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct past_call *call = &calls[i];
        moments += i > 0 && last_end < call->begin;
        last_end = i == 0 || call->end > last_end ? call->end : last_end;
        call->begin = 2 * moments;
        call->end = call->end == UINT32_MAX ? UINT32_MAX : 2 * moments + 1;
    }
}

/* Whether the call that waits would do so in this state: it may give no result, whatever the function draws. */
static bool would_wait(const struct search *search, uint32_t index) {
    if (search->past->waiting >= NONE_COMES) {
        return true;
    }
    struct drawn drawn = {0};
    const char *operation = search->past->calls[search->past->waiting].operation;
    const void *state = state_of(search, at(search, index));
    do {
        if (specification_allows(search->specification, state, operation, NULL, &drawn, next_state)) {
            return false;
        }
    } while (specification_redraw(&drawn));
    return true;
}

enum explanation explain(const struct specification *specification, const struct past *past, uint16_t *order, uint32_t *length) {
    struct search search = begin(specification, past);
    while (search.to_come != NONE) {
        uint32_t index = search.to_come;
        search.to_come = at(&search, index)->next;
        if (is_complete(&search, set_of(at(&search, index))) && would_wait(&search, index)) {
            tell_order(&search, index, order, length);
            return EXPLAINED;
        }
        if (!expand(&search, index)) {
            return GIVEN_UP;
        }
    }
    tell_order(&search, search.farthest, order, length);
    return NOT_EXPLAINED;
}
