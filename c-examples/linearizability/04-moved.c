// A table with two places. A value may be moved from one to the other while others look for it.
//
// The bug: a search looks at the places one after the other. It misses a value that is moved meanwhile from the place
// that it has yet to look at to the one that it has looked at, although the value is in the table all the time. Each
// single access is right.
// The fix (-DFIXED): look again where something has been moved meanwhile.
//
//   heddle check 04-moved.c
//   heddle check -DFIXED 04-moved.c
//
// heddle: verdict=bug kind=linearizability cause=no-serial-order
// heddle: verdict=clean args=-DFIXED
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int places[2] = {0, 7};
static atomic_int moves; // odd while a value is on its way

static void move_up(void) {
    atomic_fetch_add(&moves, 1);
    atomic_store(&places[0], 7);
    atomic_store(&places[1], 0);
    atomic_fetch_add(&moves, 1);
}

static bool contains(int value) {
#ifdef FIXED
    bool found;
    int before;
    do {
        while ((before = atomic_load(&moves)) % 2) {
        }
        found = atomic_load(&places[0]) == value || atomic_load(&places[1]) == value;
    } while (!found && atomic_load(&moves) != before);
    return found;
#else
    return atomic_load(&places[0]) == value || atomic_load(&places[1]) == value;
#endif
}

static void *mover(void *unused) {
    HEDDLE_OP_VOID(move_up, move_up());
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, mover, NULL);
    HEDDLE_OP(contains 7, contains(7));
    pthread_join(thread, NULL);
    return 0;
}
