// Two threads move what the third counts. The count is one step, what it looks at need not be: it comes between the two halves of a
// move. The fix (-DFIXED): a move is one step, too. With -DPLAIN the look takes no step at all, and races.
//
// heddle: verdict=bug kind=assertion cause=assertion races=2
// heddle: verdict=clean executions=6 args=-DFIXED
// heddle: verdict=bug kind=assertion cause=assertion races=2 args=-DFIXED -DPLAIN
#include <heddle.h>
#include <pthread.h>

static int here = 2, there;

static void *move(void *unused) {
#ifdef FIXED
    heddle_atomic_begin();
#endif
    here--;
    there++;
#ifdef FIXED
    heddle_atomic_end();
#endif
    return unused;
}

static void *count(void *unused) {
#ifndef PLAIN
    heddle_atomic_begin();
#endif
    heddle_assert(here + there == 2);
#ifndef PLAIN
    heddle_atomic_end();
#endif
    return unused;
}

int main(void) {
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) {
        pthread_create(&threads[i], NULL, i < 2 ? move : count, NULL);
    }
    for (int i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
