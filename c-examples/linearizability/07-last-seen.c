// A number under a lock, whose reader does not wait: where the lock is taken, it returns what its thread has seen last.
//
// So a read may give an old number after a write of a new one has ended, while another write goes on. That is not linearizable. It is
// sequentially consistent: what each thread does comes in its order. With -DFORGETFUL a thread that finds the lock taken returns 0,
// also after it has seen something else, which no order of all operations explains.
// The fix (-DFIXED): wait for the lock.
//
//   heddle check 07-last-seen.c
//   heddle check --consistency=sequential 07-last-seen.c
//   heddle check --consistency=sequential -DFORGETFUL 07-last-seen.c
//   heddle check -DFIXED 07-last-seen.c
//
// heddle: verdict=bug kind=linearizability cause=no-serial-order
// heddle: verdict=clean args=--consistency=sequential
// heddle: verdict=bug kind=linearizability cause=no-serial-order args=--consistency=sequential -DFORGETFUL
// heddle: verdict=clean args=-DFIXED
#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int number;
static _Thread_local int seen;

static void set(int value) {
    pthread_mutex_lock(&lock);
    number = value;
    pthread_mutex_unlock(&lock);
}

static int get(void) {
#ifdef FIXED
    pthread_mutex_lock(&lock);
#else
    if (pthread_mutex_trylock(&lock) != 0) {
#ifdef FORGETFUL
        return 0;
#else
        return seen;
#endif
    }
#endif
    seen = number;
    pthread_mutex_unlock(&lock);
    return seen;
}

static void *sets(void *unused) {
    HEDDLE_OP_VOID(set 1, set(1));
    HEDDLE_OP_VOID(set 2, set(2));
    return unused;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, sets, NULL);
    HEDDLE_OP(get, get());
    HEDDLE_OP(get, get());
    pthread_join(other, NULL);
    return 0;
}
