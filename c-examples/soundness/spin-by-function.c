// A loop that asks a function to take a lock, which only looks where another thread has it, and then looks whether it is told to stop. At
// -O2 the function makes room on the stack by pushing a register that nobody has set.
//
// heddle: verdict=clean
// heddle: verdict=clean args=--cflags=-O2
// heddle: verdict=bug kind=assertion cause=assertion args=-DBUG
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { STOPPED = 1, LOCKED = 2, WAITS = 4 };

static atomic_uint word;
static int number;

static bool try_to_set(unsigned *found, unsigned bits) {
    if (*found & LOCKED) {
        sched_yield();
        *found = atomic_load(&word);
        return false;
    }
    return atomic_compare_exchange_strong(&word, found, *found | LOCKED | bits);
}

static bool take(unsigned bits) {
    unsigned found = atomic_load(&word);
    do {
        if (found & STOPPED && bits & STOPPED) {
            return false;
        }
    } while (!try_to_set(&found, bits));
    return true;
}

static void give_back(void) { atomic_fetch_sub(&word, LOCKED); }

static void *work(void *unused) {
    for (int i = 0; i < 2; i++) {
        take(WAITS);
        number++;
        give_back();
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    bool has_stopped = take(STOPPED);
    if (has_stopped) {
        number++;
        give_back();
    }
    pthread_join(thread, NULL);
#ifdef BUG
    assert(!has_stopped);
#endif
    assert(number == 3);
    return 0;
}
