// Thirty threads count, and one that was created before them looks at what they have come to.
//
// The bug shows only where that one comes after all others, and no count is lost. Drawn at random this is as good as impossible; the
// strategy `late` has one thread after the other come last.
//
//   heddle check 25-one-late-thread.c
//   heddle check --strategy=late 25-one-late-thread.c
//
// heddle: verdict=bug kind=assertion cause=assertion args=-j 1 -i 1000
// heddle: verdict=bug kind=assertion cause=assertion args=--strategy=late -j 1 -i 50
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { COUNTING = 30 };

static atomic_int counter;

static void *look(void *unused) {
    assert(counter < COUNTING);
    return unused;
}

static void *count(void *unused) {
    int seen = counter;
    counter = seen + 1;
    return unused;
}

int main(void) {
    pthread_t looking, counting[COUNTING];
    pthread_create(&looking, NULL, look, NULL);
    for (int i = 0; i < COUNTING; i++) {
        pthread_create(&counting[i], NULL, count, NULL);
    }
    pthread_join(looking, NULL);
    for (int i = 0; i < COUNTING; i++) {
        pthread_join(counting[i], NULL);
    }
    return 0;
}
