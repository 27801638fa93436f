// Two servers take requests from a queue for ever. The bug: whether there is a request is asked under the lock, and the request is
// taken under the lock, but not in one go, so that both may take the last one.
// The fix (-DFIXED): asked and taken in one go.
//
//   heddle check 04-work-queue.c
//   heddle check -DFIXED -t 10s 04-work-queue.c
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=inconclusive redundant args=-DFIXED -i 200
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int requests;

static void take(void) {
    requests--;
    assert(requests >= 0);
}

static void *serve(void *unused) {
    for (;;) {
        pthread_mutex_lock(&lock);
        int any = requests > 0;
#ifdef FIXED
        if (any) {
            take();
        }
        pthread_mutex_unlock(&lock);
#else
        pthread_mutex_unlock(&lock);
        if (any) {
            pthread_mutex_lock(&lock);
            take();
            pthread_mutex_unlock(&lock);
        }
#endif
    }
    return unused;
}

int main(void) {
    pthread_t servers[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&servers[i], NULL, serve, NULL);
    }
    pthread_mutex_lock(&lock);
    requests = 1;
    pthread_mutex_unlock(&lock);
    pthread_join(servers[0], NULL);
    return 0;
}
