// A transfer locks the two accounts one after the other; an audit in between misses the money on its way.
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=bug kind=assertion cause=assertion args=--bound switches=2
#include <assert.h>

#include "../../together.h"

static struct account {
    pthread_mutex_t lock;
    int balance;
} accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 50}, {PTHREAD_MUTEX_INITIALIZER, 50}};

static void change(struct account *account, int by) {
    pthread_mutex_lock(&account->lock);
    account->balance += by;
    pthread_mutex_unlock(&account->lock);
}

static void *transfer(void *unused) {
    change(&accounts[0], -20);
    change(&accounts[1], +20);
    return unused;
}

static void *audit(void *unused) {
    pthread_mutex_lock(&accounts[0].lock);
    pthread_mutex_lock(&accounts[1].lock);
    assert(accounts[0].balance + accounts[1].balance == 100);
    pthread_mutex_unlock(&accounts[1].lock);
    pthread_mutex_unlock(&accounts[0].lock);
    return unused;
}

int main(void) {
    TOGETHER(transfer, audit);
    return 0;
}
