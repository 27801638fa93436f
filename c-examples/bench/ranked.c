// Small programs whose bugs need a known number of preemptions (c), of variables to preempt at (v) and of threads whose order matters
// (t), in the manner of "Variable and Thread Bounding for Systematic Testing of Multithreaded Programs" (ISSTA 2013).
//
//   heddle check --bound variables=1 -DBUG=11 ranked.c
//
// heddle: verdict=clean args=--bound variables=0 -DBUG=11
// heddle: verdict=bug kind=assertion cause=assertion args=--bound variables=1 -DBUG=11
// heddle: verdict=bug kind=assertion cause=assertion args=--bound preemptions=1 -DBUG=11
// heddle: verdict=clean args=--bound preemptions=1 -DBUG=21
// heddle: verdict=bug kind=assertion cause=assertion args=--bound variables=1 -DBUG=21
// heddle: verdict=bug kind=assertion cause=assertion args=--bound threads=2,variables=1 -DBUG=21
// heddle: verdict=clean args=--bound variables=1 -DBUG=22
// heddle: verdict=bug kind=assertion cause=assertion args=--bound variables=2 -DBUG=22
// heddle: verdict=inconclusive args=--bound threads=2,variables=1 -DBUG=22
// heddle: verdict=bug kind=assertion cause=assertion args=--bound threads=2,variables=2 -DBUG=22
// heddle: verdict=bug kind=assertion cause=assertion args=--bound threads=3,preemptions=0 -DBUG=3
// heddle: verdict=bug kind=assertion cause=assertion args=--continuation=random -DBUG=22
// heddle: verdict=bug kind=assertion cause=assertion args=--continuation=fair=3 --bound switches=5 -DBUG=22
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b;

#if BUG == 11 // one preemption, one variable
static void work(int who) {
    if (who == 0) {
        int first = a, second = a;
        assert(first == second);
    } else if (who == 1) {
        a++;
    }
}
#elif BUG == 21 // two preemptions, one variable
static void work(int who) {
    if (who == 0) {
        int first = a, second = a;
        assert(first == second);
    } else if (who == 1) {
        a = 1;
        a = 0;
    }
}
#elif BUG == 22 // two preemptions, two variables
static void work(int who) {
    if (who == 0) {
        int first = a, second = a, third = b;
        assert(first == second || third != 1);
    } else if (who == 1) {
        a = 1;
        b = 1;
        b = 0;
    }
}
#else // no preemption, three threads in one order
static void work(int who) {
    if (who == 2) {
        a = 1;
    } else if (who == 1) {
        b = a;
    } else {
        assert(b == 0);
    }
}
#endif

static void *run(void *who) {
    work((int)(long)who);
    return NULL;
}

int main(void) {
    pthread_t threads[3];
    for (long i = 0; i < 3; i++) {
        pthread_create(&threads[i], NULL, run, (void *)i);
    }
    for (int i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
