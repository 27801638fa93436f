// open() is a cancellation point: the thread may end there, between its two steps. The fix (-DFIXED): it cannot be cancelled in between.
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=clean args=-DFIXED
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int step;

static void *work(void *unused) {
    int before;
    (void)before;
#ifdef FIXED
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
#endif
    step = 1;
    open("/dev/null", O_RDONLY);
    step = 2;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    assert(step != 1);
    return 0;
}
