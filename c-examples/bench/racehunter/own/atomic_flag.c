// No race: the flag is raised with release and seen with acquire.
//
// heddle: verdict=clean
// heddle: verdict=clean args=--bound switches=2
#include <stdatomic.h>

#include "../../together.h"

static atomic_int ready;
static int message;

static void *send(void *unused) {
    message = 42;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return unused;
}

static void *receive(void *unused) {
    if (atomic_load_explicit(&ready, memory_order_acquire)) {
        message++;
    }
    return unused;
}

int main(void) {
    TOGETHER(send, receive);
    return 0;
}
