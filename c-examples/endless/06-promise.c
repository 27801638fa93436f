// A promise that is polled: the poller counts how often it has looked, so that no two rounds are alike and it is no spin loop.
// The bug: the promise is said to be kept before the value is there.
// The fix (-DFIXED): the value first.
//
//   heddle check 06-promise.c
//   heddle check -DFIXED -t 10s 06-promise.c
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=inconclusive args=-DFIXED -i 100
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int is_kept, value;

static void set(int *what, int to) {
    pthread_mutex_lock(&lock);
    *what = to;
    pthread_mutex_unlock(&lock);
}

static int get(const int *what) {
    pthread_mutex_lock(&lock);
    int result = *what;
    pthread_mutex_unlock(&lock);
    return result;
}

static void *keep(void *unused) {
#ifdef FIXED
    set(&value, 42);
    set(&is_kept, 1);
#else
    set(&is_kept, 1);
    set(&value, 42);
#endif
    return unused;
}

int main(void) {
    pthread_t keeper;
    unsigned long polls = 0;
    pthread_create(&keeper, NULL, keep, NULL);
    while (!get(&is_kept)) {
        polls++;
    }
    assert(get(&value) == 42);
    pthread_join(keeper, NULL);
    return polls == 0 && value != 42;
}
