// A program that tests itself and tells by its exit status. Two threads move money between two accounts; main checks the
// sum when they are done.
//
// The bug: each balance has its own critical section for reading and one for writing, so that a transfer works with a
// balance that may be out of date when it is written.
// The fix (-DFIXED): one critical section for the whole transfer.
//
//   heddle check 18-exit-status.c
//   heddle check -DFIXED 18-exit-status.c
//
// heddle: verdict=bug kind=exit-code cause=status-3
// heddle: verdict=clean executions=2 args=-DFIXED
#include <pthread.h>
#include <stdlib.h>

#define SUM_IS_WRONG 3

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int balances[2] = {100, 100};

#ifdef FIXED
static void add(int account, int amount) {
    balances[account] += amount;
}
#else
static int read_balance(int account) {
    pthread_mutex_lock(&mutex);
    int balance = balances[account];
    pthread_mutex_unlock(&mutex);
    return balance;
}

static void add(int account, int amount) {
    int balance = read_balance(account);
    pthread_mutex_lock(&mutex);
    balances[account] = balance + amount;
    pthread_mutex_unlock(&mutex);
}
#endif

static void *transfer(void *amount) {
#ifdef FIXED
    pthread_mutex_lock(&mutex);
#endif
    add(0, -*(int *)amount);
    add(1, *(int *)amount);
#ifdef FIXED
    pthread_mutex_unlock(&mutex);
#endif
    return NULL;
}

int main(void) {
    static int amounts[2] = {10, 25};
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, transfer, &amounts[0]);
    pthread_create(&threads[1], NULL, transfer, &amounts[1]);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    if (balances[0] + balances[1] != 200) {
        exit(SUM_IS_WRONG);
    }
    return 0;
}
