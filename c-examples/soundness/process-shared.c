// A process that was forked does its part with what it shares with its parent: nothing of it is a deadlock or a failure of the parent's,
// and nothing is proved.
//
//   heddle check -DTEST=posts c-examples/soundness/process-shared.c
//
// heddle: verdict=clean args=-DTEST=adds
// heddle: verdict=clean args=-DTEST=arrives
// heddle: verdict=clean args=-DTEST=signals
// heddle: verdict=clean args=-DTEST=sets
// heddle: verdict=clean args=-DTEST=posts
// heddle: verdict=clean args=-DTEST=unlocks
// heddle: verdict=clean args=-DTEST=ends
// heddle: verdict=bug kind=deadlock cause=lock-cycle args=-DTEST=ends -DCYCLE
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static struct {
    atomic_int number;
    pthread_barrier_t barrier;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    sem_t posted;
    int done;
} *shared;

static void adds(int is_child) {
    shared->number++;
    if (!is_child) {
        wait(NULL);
        assert(shared->number == 2);
    }
}

static void arrives(int is_child) {
    (void)is_child;
    pthread_barrier_wait(&shared->barrier);
}

static void signals(int is_child) {
    pthread_mutex_lock(&shared->lock);
    if (is_child) {
        shared->done = 1;
        pthread_cond_signal(&shared->changed);
    }
    while (!shared->done) {
        pthread_cond_wait(&shared->changed, &shared->lock);
    }
    pthread_mutex_unlock(&shared->lock);
}

static void sets(int is_child) {
    if (is_child) {
        shared->number = 1;
    }
    while (!shared->number) {
        sched_yield();
    }
}

static void posts(int is_child) {
    if (is_child) {
        sem_post(&shared->posted);
    } else {
        sem_wait(&shared->posted);
    }
}

static void unlocks(int is_child) {
    (void)is_child;
    pthread_mutex_lock(&shared->lock);
    shared->done++;
    pthread_mutex_unlock(&shared->lock);
}

static void ends(int is_child) { (void)is_child; }

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
static void *in_order(void *unused) {
    pthread_mutex_lock(&one);
    pthread_mutex_lock(&two);
    pthread_mutex_unlock(&two);
    pthread_mutex_unlock(&one);
    return unused;
}

int main(void) {
    (void)adds, (void)arrives, (void)signals, (void)sets, (void)posts, (void)unlocks, (void)ends;
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pthread_barrierattr_t of_barrier;
    pthread_barrierattr_init(&of_barrier);
    pthread_barrierattr_setpshared(&of_barrier, PTHREAD_PROCESS_SHARED);
    pthread_barrier_init(&shared->barrier, &of_barrier, 2);
    pthread_mutexattr_t of_mutex;
    pthread_mutexattr_init(&of_mutex);
    pthread_mutexattr_setpshared(&of_mutex, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&shared->lock, &of_mutex);
    pthread_condattr_t of_condition;
    pthread_condattr_init(&of_condition);
    pthread_condattr_setpshared(&of_condition, PTHREAD_PROCESS_SHARED);
    pthread_cond_init(&shared->changed, &of_condition);
    sem_init(&shared->posted, 1, 0);
    if (fork() == 0) {
        TEST(1);
        _exit(0);
    }
    pthread_t thread;
    pthread_create(&thread, NULL, in_order, NULL);
#ifdef CYCLE
    pthread_mutex_lock(&two);
    pthread_mutex_lock(&one);
    pthread_mutex_unlock(&one);
    pthread_mutex_unlock(&two);
#endif
    TEST(0);
    pthread_join(thread, NULL);
    return 0;
}
