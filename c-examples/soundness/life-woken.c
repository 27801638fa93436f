// Who has been let go by a barrier or a condition variable does not look at it any more: another thread may destroy it at once, and
// free its memory, as POSIX's page on pthread_cond_destroy does. Whoever uses what lies beside it (-DUSES) comes too late.
//
// heddle: verdict=clean
// heddle: verdict=clean args=-DCONDITION
// heddle: verdict=bug kind=use-after-free cause=use-after-free races args=-DCONDITION -DUSES
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdlib.h>

struct entry {
    int number, gone;
    pthread_barrier_t barrier;
    pthread_cond_t condition;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry *present;

#ifdef CONDITION
static void *wait_for_it(void *unused) {
    pthread_mutex_lock(&lock);
    struct entry *mine = present;
    while (mine && present == mine) {
        pthread_cond_wait(&mine->condition, &lock);
    }
#ifdef USES
    if (mine && mine->number == 7) {
        mine = NULL;
    }
#endif
    pthread_mutex_unlock(&lock);
    return unused;
}

static void let_go(struct entry *entry) {
    pthread_mutex_lock(&lock);
    present = NULL;
    pthread_cond_broadcast(&entry->condition);
    pthread_mutex_unlock(&lock);
    pthread_cond_destroy(&entry->condition);
}
#else
static void *wait_for_it(void *unused) {
    pthread_barrier_wait(&present->barrier);
    return unused;
}

static void let_go(struct entry *entry) {
    pthread_barrier_wait(&entry->barrier);
    pthread_barrier_destroy(&entry->barrier);
}
#endif

int main(void) {
    pthread_t thread;
    struct entry *entry = calloc(1, sizeof *entry);
    pthread_barrier_init(&entry->barrier, NULL, 2);
    pthread_cond_init(&entry->condition, NULL);
    present = entry;
    pthread_create(&thread, NULL, wait_for_it, NULL);
    let_go(entry);
    free(entry);
    pthread_join(thread, NULL);
    return 0;
}
