// Two transfers between two accounts, each with a lock, go opposite ways.
//
// Each takes the lock of the account that it takes from first, so each may wait for the other for good. The fix: both take the locks in one
// order (-DFIXED).
//
//   heddle check --cflags=-fopenmp c-examples/openmp/transfer.c
//
// heddle: verdict=bug kind=deadlock cause=lock-cycle args=--cflags=-fopenmp
// heddle: verdict=clean args=--cflags=-fopenmp -DFIXED
#include <assert.h>
#include <omp.h>

static struct account {
    omp_lock_t lock;
    int balance;
} accounts[2] = {{.balance = 10}, {.balance = 10}};

static void transfer(struct account *from, struct account *to, int amount) {
    struct account *first = from;
    struct account *second = to;
#ifdef FIXED
    if (first > second) {
        first = to;
        second = from;
    }
#endif
    omp_set_lock(&first->lock);
    omp_set_lock(&second->lock);
    from->balance -= amount;
    to->balance += amount;
    omp_unset_lock(&second->lock);
    omp_unset_lock(&first->lock);
}

int main(void) {
    omp_init_lock(&accounts[0].lock);
    omp_init_lock(&accounts[1].lock);
#pragma omp parallel for
    for (int i = 0; i < 2; i++) {
        transfer(&accounts[i], &accounts[1 - i], i + 1);
    }
    assert(accounts[0].balance == 11 && accounts[1].balance == 9);
    return 0;
}
