// Bugs of known types (c, v, t): they need c preemptions at v variables and an order of t threads; beside them every thread works on other
// variables, -DNOISE times. In the role of Table 4 and Figure 6 of Bindal, Bansal and Lal (ISSTA 2013).
//
// heddle: verdict=bug kind=assertion cause=assertion args=--bound threads=2,variables=1,preemptions=0 -DTYPE=2
// heddle: verdict=bug kind=assertion cause=assertion args=--bound threads=3,variables=1,preemptions=0 -DTYPE=3
// heddle: verdict=bug kind=assertion cause=assertion args=--bound threads=4,variables=1,preemptions=0 -DTYPE=4
// heddle: verdict=bug kind=assertion cause=assertion args=--bound threads=2,variables=1,preemptions=1 -DTYPE=112
// heddle: verdict=bug kind=assertion cause=assertion args=--bound threads=3,variables=1,preemptions=1 -DTYPE=113
// heddle: verdict=bug kind=assertion cause=assertion slow args=--bound threads=2,variables=1,preemptions=2 -DTYPE=212
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef TYPE
#define TYPE 112
#endif
#ifndef NOISE
#define NOISE 5
#endif

enum { THREADS = 5, OTHERS = 4 };

static atomic_int watched;
static atomic_int others[OTHERS];

static void be_busy(int own) {
    for (int i = 0; i < NOISE; i++) {
        atomic_fetch_add(&others[(own + i) % OTHERS], 1);
    }
}

static void work(int own) {
#if TYPE <= 4 /* the last TYPE threads run in falling order */
    if (own == THREADS - TYPE) {
        assert(watched != TYPE - 1);
    } else if (own > THREADS - TYPE && watched == THREADS - 1 - own) {
        watched++;
    }
#elif TYPE == 112
    if (own == 0) {
        int first = watched;
        int second = watched;
        assert(first == second);
    } else if (own == 1) {
        watched++;
    }
#elif TYPE == 113
    if (own == 0) {
        int first = watched;
        int second = watched;
        assert(second <= first + 1);
    } else if (own <= 2) {
        watched++;
    }
#else
    if (own == 0) {
        int first = watched;
        int second = watched;
        assert(first == second);
    } else if (own == 1) {
        watched = 1;
        watched = 0;
    }
#endif
}

static void *run(void *number) {
    int own = (int)(long)number;
    be_busy(own);
    work(own);
    be_busy(own);
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    for (long i = 0; i < THREADS; i++) {
        pthread_create(&threads[i], NULL, run, (void *)i);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
