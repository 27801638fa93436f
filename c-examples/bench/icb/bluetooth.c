// The sample Bluetooth driver in the small (in the role of the one of Musuvathi and Qadeer, PLDI 2007, which Qadeer and Wu described
// first): a thread stops the driver while two others work with it. A worker looks at the flag first and counts itself in afterwards.
// -DFIXED: the other way round.
//
// heddle: verdict=clean args=--bound preemptions=0
// heddle: verdict=bug kind=assertion cause=assertion args=--bound preemptions=1
// heddle: verdict=clean args=-DFIXED
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "../together.h"

static atomic_int pending = 1;
static atomic_bool stopping;
static atomic_bool stopped;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t none_pending = PTHREAD_COND_INITIALIZER;

static void release(void) {
    if (atomic_fetch_sub(&pending, 1) == 1) {
        pthread_mutex_lock(&lock);
        pthread_cond_signal(&none_pending);
        pthread_mutex_unlock(&lock);
    }
}

static bool acquire(void) {
#ifdef FIXED
    atomic_fetch_add(&pending, 1);
    if (stopping) {
        release();
        return false;
    }
#else
    if (stopping) {
        return false;
    }
    atomic_fetch_add(&pending, 1);
#endif
    return true;
}

static void *work(void *unused) {
    if (acquire()) {
        assert(!stopped);
        release();
    }
    return unused;
}

static void *stop(void *unused) {
    stopping = true;
    release();
    pthread_mutex_lock(&lock);
    while (pending > 0) {
        pthread_cond_wait(&none_pending, &lock);
    }
    pthread_mutex_unlock(&lock);
    stopped = true;
    return unused;
}

int main(void) {
    TOGETHER(work, work, stop);
    return 0;
}
