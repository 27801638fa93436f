// A deposit and a withdrawal, each correct; who checks the balance after the first one only is not.
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=bug kind=assertion cause=assertion args=--bound switches=2
#include <assert.h>
#include <stdbool.h>

#include "../../together.h"

enum { START = 100, DEPOSIT = 30, WITHDRAWAL = 50 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = START;
static bool deposited;

static void *deposit(void *unused) {
    pthread_mutex_lock(&lock);
    balance += DEPOSIT;
    deposited = true;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *withdraw(void *unused) {
    pthread_mutex_lock(&lock);
    balance -= WITHDRAWAL;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *check(void *unused) {
    pthread_mutex_lock(&lock);
    assert(!deposited || balance == START + DEPOSIT - WITHDRAWAL);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    TOGETHER(deposit, withdraw, check);
    return 0;
}
