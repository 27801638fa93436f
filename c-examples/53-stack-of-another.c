// A thread hands out the address of a variable on its stack, and does not wait until everybody is done with it.
//
// The bug: in one order the variable is written when the thread, and its stack, are no more.
// The fix (-DFIXED): wait.
//
//   heddle check 53-stack-of-another.c
//   heddle check -DFIXED 53-stack-of-another.c
//
// heddle: verdict=bug kind=use-after-free cause=stack-of-ended-thread races=1
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static int *answer_here;
static sem_t asked, answered;

static void *ask(void *unused) {
    (void)unused;
    int answer = 0;
    answer_here = &answer;
    sem_post(&asked);
#ifdef FIXED
    sem_wait(&answered);
#endif
    return NULL;
}

int main(void) {
    sem_init(&asked, 0, 0);
    sem_init(&answered, 0, 0);
    pthread_t thread;
    pthread_create(&thread, NULL, ask, NULL);
    sem_wait(&asked);
    *answer_here = 42;
    sem_post(&answered);
    pthread_join(thread, NULL);
    return 0;
}
