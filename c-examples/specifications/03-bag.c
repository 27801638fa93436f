// A bag that is kept in two halves: take() may take anything. What it takes depends on what others do meanwhile, so its
// operations one at a time do not show all that is right. A specification says it: any one that is in.
//
// The bug (-DPASS): take() goes past the two halves once, and says that the bag is empty. What was moved from the
// second half to the first meanwhile was in it all the time. Without it, take() looks again where something was moved.
//
//   heddle check 03-bag.c
//   heddle check -DPASS 03-bag.c
//
// heddle: verdict=clean
// heddle: verdict=bug kind=linearizability cause=no-serial-order args=-DPASS
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

/* Bit n of a half: n is in. */
static atomic_uint halves[2];

/* How many moves have begun and ended: odd while there is one. */
static atomic_uint moves;

static void put(unsigned value) { atomic_fetch_or(&halves[1], 1u << value); }

/* To where others look first. */
static void move(unsigned value) {
    atomic_fetch_add(&moves, 1);
    if (atomic_fetch_and(&halves[1], ~(1u << value)) >> value & 1) {
        atomic_fetch_or(&halves[0], 1u << value);
    }
    atomic_fetch_add(&moves, 1);
}

/* One that is in, or −1. */
static int take(void) {
    for (;;) {
        unsigned seen = atomic_load(&moves);
        for (int half = 0; half < 2; half++) {
            unsigned in = atomic_load(&halves[half]);
            while (in && !atomic_compare_exchange_weak(&halves[half], &in, in & (in - 1))) {
            }
            if (in) {
                return __builtin_ctz(in);
            }
        }
#ifdef PASS
        (void)seen;
        return -1;
#else
        if (seen % 2 == 0 && atomic_load(&moves) == seen) {
            return -1;
        }
#endif
    }
}

static int allows(void *state, const char *operation, const char *result) {
    unsigned *in = state;
    unsigned value;
    if (sscanf(operation, "put(%u)", &value) == 1) {
        *in |= 1u << value;
        return 1;
    }
    if (strncmp(operation, "move", 4) == 0) {
        return 1; /* nobody sees it */
    }
    if (*in == 0) {
        return heddle_gives(result, "-1");
    }
    value = heddle_choose(8); /* any one that is in: all are tried */
    int is_in = *in >> value & 1;
    *in &= ~(1u << value);
    return is_in && heddle_gives(result, "%u", value);
}

static void *mover(void *unused) {
    HEDDLE_OP_VOID(move(3), move(3));
    return unused;
}

static void *taker(void *unused) {
    HEDDLE_OP(take, take());
    return unused;
}

int main(void) {
    heddle_specification(allows, &(unsigned){0}, sizeof(unsigned));
    HEDDLE_OP_VOID(put(3), put(3));
    pthread_t one, other;
    pthread_create(&one, NULL, mover, NULL);
    pthread_create(&other, NULL, taker, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
