// The lost update of example 06 with a plain variable, as it is most often met: counter++ looks like one step and is a
// read and a write. --points=all makes every shared access a scheduling point.
//
// The fix (-DFIXED): a mutex.
//
//   heddle check --points=all 21-plain-memory.c
//   heddle check --points=all -DFIXED 21-plain-memory.c
//
// heddle: verdict=bug kind=assertion cause=assertion races args=--points=all
// heddle: verdict=clean executions=2 args=--points=all -DFIXED
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *count(void *unused) {
#ifdef FIXED
    pthread_mutex_lock(&mutex);
    counter++;
    pthread_mutex_unlock(&mutex);
#else
    counter++;
#endif
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, count, NULL);
    pthread_create(&threads[1], NULL, count, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    (void)mutex;
    assert(counter == 2);
    return 0;
}
