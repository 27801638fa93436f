// A balance is read under the lock and written behind it.
//
// heddle: verdict=bug kind=assertion cause=assertion races
// heddle: verdict=bug kind=assertion cause=assertion races args=--bound switches=2
#include <assert.h>

#include "../../together.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 10;

static void *withdraw(void *unused) {
    pthread_mutex_lock(&lock);
    int seen = balance;
    pthread_mutex_unlock(&lock);
    balance = seen - 5;
    return unused;
}

int main(void) {
    TOGETHER(withdraw, withdraw);
    assert(balance == 0);
    return 0;
}
