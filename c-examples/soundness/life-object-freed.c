// A thread uses a synchronisation object, whose memory another thread may have freed by then: that has only heard, of an earlier
// operation, that the object is not needed. Nothing orders the use and the end of the memory, though no other variable tells. The fix
// (-DFIXED): the use comes before what is heard.
//
// heddle: verdict=bug kind=data-race cause=atomic-and-plain
// heddle: verdict=clean args=-DFIXED
// heddle: verdict=bug kind=data-race cause=atomic-and-plain args=-DMUTEX
// heddle: verdict=clean args=-DMUTEX -DFIXED
// heddle: verdict=bug kind=data-race cause=atomic-and-plain args=-DSTACK
// heddle: verdict=clean args=-DSTACK -DFIXED
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct call {
    pthread_mutex_t lock;
    sem_t posted;
};

static sem_t done;

static void use(struct call *call) {
#ifdef MUTEX
    pthread_mutex_lock(&call->lock);
    pthread_mutex_unlock(&call->lock);
#else
    sem_post(&call->posted);
#endif
}

static void *answer(void *argument) {
#ifdef FIXED
    use(argument);
    sem_post(&done);
#else
    sem_post(&done);
    use(argument);
#endif
    return NULL;
}

static pthread_t ask(struct call *call) {
    pthread_t thread;
    pthread_mutex_init(&call->lock, NULL);
    sem_init(&call->posted, 0, 0);
    pthread_create(&thread, NULL, answer, call);
    sem_wait(&done);
    return thread;
}

static pthread_t ask_for_a_moment(void) {
#ifdef STACK
    struct call call;
    return ask(&call);
#else
    struct call *call = malloc(sizeof *call);
    pthread_t thread = ask(call);
    free(call);
    return thread;
#endif
}

static int sum(int from) {
    volatile int numbers[64];
    for (int i = 0; i < 64; i++) {
        numbers[i] = from + i;
    }
    return numbers[63];
}

int main(void) {
    sem_init(&done, 0, 0);
    pthread_t thread = ask_for_a_moment();
    int number = sum(1);
    pthread_join(thread, NULL);
    return number != 64;
}
