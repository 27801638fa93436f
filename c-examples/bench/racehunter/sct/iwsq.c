// A work-stealing queue of which an item may be taken twice, but none may be lost. The thief makes its step with a plain store, which
// undoes a step of another thief.
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=clean args=--bound switches=2
#include <assert.h>
#include <stdatomic.h>

#include "../../together.h"

enum { ITEMS = 3 };

static atomic_int head;
static const int items[ITEMS] = {10, 20, 30};
static atomic_int taken[ITEMS];

static void *steal(void *unused) {
    for (int first = atomic_load(&head); first < ITEMS; first = atomic_load(&head)) {
        int seen = atomic_load(&head);
        assert(items[seen < ITEMS ? seen : 0] > 0);
        atomic_fetch_add(&taken[first], 1);
        atomic_store(&head, seen + 1);
    }
    return unused;
}

int main(void) {
    TOGETHER(steal, steal);
    for (int i = 0; i < ITEMS; i++) {
        assert(taken[i] > 0);
    }
    return 0;
}
