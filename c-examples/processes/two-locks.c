// Two processes move money between two accounts in shared memory. The child locks the accounts in the other order: both wait for ever.
// -DFIXED locks them in one order.
//
//   heddle check c-examples/processes/two-locks.c
//
// heddle: verdict=bug kind=deadlock cause=lock-cycle
// heddle: verdict=clean args=-DFIXED
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static struct account {
    pthread_mutex_t lock;
    int balance;
} *accounts;

static void move(struct account *from, struct account *to, int sum) {
#ifdef FIXED
    struct account *first = from < to ? from : to, *second = from < to ? to : from;
#else
    struct account *first = from, *second = to;
#endif
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    from->balance -= sum;
    to->balance += sum;
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
}

int main(void) {
    accounts = mmap(NULL, 2 * sizeof *accounts, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert(accounts != MAP_FAILED);
    pthread_mutexattr_t shared;
    pthread_mutexattr_init(&shared);
    pthread_mutexattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_init(&accounts[i].lock, &shared);
        accounts[i].balance = 100;
    }
    pid_t child = fork();
    if (child == 0) {
        move(&accounts[1], &accounts[0], 20);
        _exit(0);
    }
    move(&accounts[0], &accounts[1], 10);
    waitpid(child, NULL, 0);
    assert(accounts[0].balance == 110 && accounts[1].balance == 90);
    return 0;
}
