// Three accounts, each with its lock; three transfers, each from one account to the next.
//
// The bug: every transfer locks the account it takes from, then the one it gives to: 0 then 1, 1 then 2, 2 then 0. No
// two of them can block each other for good, all three together can.
// The fix (-DFIXED): lock the account with the smaller number first, always.
//
//   heddle check 05-lock-order-cycle.c
//   heddle check -DFIXED 05-lock-order-cycle.c
//
// heddle: verdict=bug kind=deadlock cause=lock-cycle
// heddle: verdict=clean executions=6 args=-DFIXED
#include <pthread.h>

#define ACCOUNTS 3

struct account {
    pthread_mutex_t lock;
    int balance;
};

static struct account accounts[ACCOUNTS];

static void *transfer_to_next(void *argument) {
    struct account *from = argument;
    struct account *to = &accounts[(from - accounts + 1) % ACCOUNTS];
    struct account *first = from, *second = to;
#ifdef FIXED
    if (to < from) {
        first = to;
        second = from;
    }
#endif
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    from->balance--;
    to->balance++;
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
    return NULL;
}

int main(void) {
    pthread_t threads[ACCOUNTS];
    for (int i = 0; i < ACCOUNTS; i++) {
        pthread_mutex_init(&accounts[i].lock, NULL);
    }
    for (int i = 0; i < ACCOUNTS; i++) {
        pthread_create(&threads[i], NULL, transfer_to_next, &accounts[i]);
    }
    for (int i = 0; i < ACCOUNTS; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
