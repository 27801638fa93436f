// A loop that asks a function to take a lock, which only looks where another thread has it, and then looks whether it is told to stop. At
// -O2 the function makes room on the stack by pushing a register that nobody has set. Another thread writes to where the waiting one
// lies on its stack (-DLENT): what it has changed there makes no further rounds.
//
// heddle: verdict=clean
// heddle: verdict=clean args=--cflags=-O2
// heddle: verdict=clean args=-DLENT
// heddle: verdict=clean args=-DLENT --cflags=-O2
// heddle: verdict=bug kind=assertion cause=assertion args=-DLENT -DBUG
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { STOPPED = 1, LOCKED = 2, WAITS = 4 };

static atomic_uint word;
static atomic_bool is_done;
static int *lent, number;

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
    int given = 0;
    take(WAITS);
    lent = &given;
    number++;
    give_back();
    take(WAITS);
    number++;
    give_back();
    while (!atomic_load(&is_done)) {
        sched_yield();
    }
#ifdef BUG
    assert(given == 0);
#endif
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    if (take(STOPPED)) {
        int *place = lent;
        number++;
        give_back();
#ifdef LENT
        if (place != NULL) {
            *place = 1;
        }
#else
        (void)place;
#endif
    }
    atomic_store(&is_done, true);
    pthread_join(thread, NULL);
    return 0;
}
