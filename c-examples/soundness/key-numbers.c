// The number of a deleted key is the next one that is given, and threads that make keys side by side get numbers that depend on who comes
// first. Who compares numbers of keys, or uses them as indices, sees it.
//
// heddle: verdict=bug kind=assertion cause=assertion args=-DSET=make(1) -DHOLDS=made[1]!=made[0]
// heddle: verdict=clean args=-DSET=make(1) -DHOLDS=made[1]<1024
// heddle: verdict=clean args=-DKEEPS -DSET=make(1) -DHOLDS=made[1]!=made[0]
// heddle: verdict=bug kind=assertion cause=assertion args=-DKEEPS -DALSO=make(2) -DSET=make(1) -DHOLDS=made[1]<made[2]
// heddle: verdict=bug kind=assertion cause=assertion args=-DKEEPS -DALSO=make(2) -DSET=make(1) -DHOLDS=made[1]>made[2]
// heddle: verdict=clean args=-DKEEPS -DALSO=make(2) -DSET=make(1) -DHOLDS=made[1]!=made[2]
#include <assert.h>
#include <limits.h>
#include <pthread.h>

static pthread_key_t made[3];

static void make(int i) { pthread_key_create(&made[i], NULL); }

static void *set(void *unused) {
    SET;
    return unused;
}

int main(void) {
    pthread_t thread;
    make(0);
    pthread_create(&thread, NULL, set, NULL);
#ifndef KEEPS
    pthread_key_delete(made[0]);
#endif
#ifdef ALSO
    ALSO;
#endif
    pthread_join(thread, NULL);
    assert(HOLDS);
    return 0;
}
