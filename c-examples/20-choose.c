// Data as well as orders: heddle_choose(n) takes every value below n. A thread draws from an account that another looks
// at; how much is drawn is a choice.
//
// The bug: the check and the withdrawal are two critical sections. It shows only when both withdrawals together are more
// than there is, so a test with fixed amounts is likely to miss it. heddle_assume leaves out what is of no interest.
// The fix (-DFIXED): one critical section.
//
// Without Heddle: cc -I<heddle's include folder> 20-choose.c, and the choice is 0.
//
//   heddle check 20-choose.c
//   heddle check -DFIXED 20-choose.c
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=clean executions=11 args=-DFIXED
#include <heddle.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int balance = 10;

static void *withdraw(void *argument) {
    int amount = *(int *)argument;
    pthread_mutex_lock(&mutex);
    bool enough = balance >= amount;
#ifndef FIXED
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
#endif
    if (enough) {
        balance -= amount;
    }
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void) {
    static int amounts[2] = {6, 0};
    pthread_t threads[2];
    amounts[1] = (int)heddle_choose(7);
    heddle_assume(amounts[1] > 2);
    pthread_create(&threads[0], NULL, withdraw, &amounts[0]);
    pthread_create(&threads[1], NULL, withdraw, &amounts[1]);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    heddle_assert(balance >= 0);
    return 0;
}
