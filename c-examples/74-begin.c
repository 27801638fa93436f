// Two loaders fill a table, and then two clients change it. heddle_begin() says that the loading is not what is checked: it comes in one
// order, and is executed once where it takes long. -DRACY: a client forgets the lock, which is found behind the set-up.
//
// heddle: verdict=clean executions=2
// heddle: verdict=clean executions=2 args=-DENTRIES=50 --bound=none
// heddle: verdict=bug races=1 args=--keep-going -DRACY
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

#ifndef ENTRIES
#define ENTRIES 5 // of each loader
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int table[2 * ENTRIES], used;

static void *load(void *unused) {
    for (int i = 0; i < ENTRIES; i++) {
        pthread_mutex_lock(&lock);
        table[used] = used;
        used++;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static void *change(void *unused) {
#ifndef RACY
    pthread_mutex_lock(&lock);
#endif
    table[0]++;
#ifndef RACY
    pthread_mutex_unlock(&lock);
#endif
    return unused;
}

static void run_two(void *(*work)(void *)) {
    pthread_t one, other;
    pthread_create(&one, NULL, work, NULL);
    pthread_create(&other, NULL, work, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
}

int main(void) {
    run_two(load);
    heddle_begin();
    run_two(change);
#ifndef RACY
    assert(used == 2 * ENTRIES && table[0] == 2);
#endif
    return 0;
}
