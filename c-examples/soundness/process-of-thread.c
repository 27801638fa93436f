// A thread forks and ends, in both processes: the new one has no other thread and ends with it; the old one goes on.
//
// heddle: verdict=bug kind=assertion cause=assertion
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int forked;

static void *work(void *unused) {
    fork();
    forked = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    assert(!forked);
    return 0;
}
