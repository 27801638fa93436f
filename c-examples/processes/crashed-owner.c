// A worker dies while it holds a lock that its parent wants: the parent waits for ever. -DROBUST makes the lock a robust one, of which the
// parent learns that its owner is dead; it repairs what the lock protects, or (-DROBUST -DCARELESS) does not.
//
//   heddle check c-examples/processes/crashed-owner.c
//
// heddle: verdict=bug kind=deadlock cause=owner-exited
// heddle: verdict=clean args=-DROBUST
// heddle: verdict=bug kind=assertion cause=assertion args=-DROBUST -DCARELESS
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static struct list {
    pthread_mutex_t lock;
    int length, entries;
} *list;

static void add(void) {
    if (pthread_mutex_lock(&list->lock) == EOWNERDEAD) {
#ifndef CARELESS
        list->entries = list->length;
#endif
        pthread_mutex_consistent(&list->lock);
    }
    assert(list->entries == list->length);
    list->length++;
    list->entries++;
    pthread_mutex_unlock(&list->lock);
}

static void add_and_die(void) {
    pthread_mutex_lock(&list->lock);
    list->length++;
    _exit(1);
}

int main(void) {
    list = mmap(NULL, sizeof *list, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert(list != MAP_FAILED);
    pthread_mutexattr_t shared;
    pthread_mutexattr_init(&shared);
    pthread_mutexattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
#ifdef ROBUST
    pthread_mutexattr_setrobust(&shared, PTHREAD_MUTEX_ROBUST);
#endif
    pthread_mutex_init(&list->lock, &shared);
    if (fork() == 0) {
        add_and_die();
    }
    add();
    wait(NULL);
    return 0;
}
