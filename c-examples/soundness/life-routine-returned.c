// A thread hands out a local variable and ends. Whoever uses it then races with that end, whichever comes first. The fix (-DFIXED):
// it waits until the other is done.
//
// heddle: verdict=bug kind=use-after-free cause=stack-of-ended-thread races=1
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>
#include <semaphore.h>

static sem_t offered, done;
static int *shared;

static void *offer(void *unused) {
    int number = 1;
    shared = &number;
    sem_post(&offered);
#ifdef FIXED
    sem_wait(&done);
#endif
    return unused;
}

static void *use(void *unused) {
    sem_wait(&offered);
    ++*shared;
    sem_post(&done);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    sem_init(&offered, 0, 0);
    sem_init(&done, 0, 0);
    pthread_create(&threads[0], NULL, offer, NULL);
    pthread_create(&threads[1], NULL, use, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
