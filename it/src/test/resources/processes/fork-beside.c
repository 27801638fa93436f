// A process is forked while another thread is at work. -DTRY: it tries the lock; -DPLAIN, -DATOMIC, -DPOSTED: there is none.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int a, b;
#if defined ATOMIC
static atomic_int ready;
#elif defined POSTED
static sem_t ready;
#endif

static void *work(void *unused) {
#if !defined PLAIN && !defined ATOMIC && !defined POSTED
    pthread_mutex_lock(&m);
#endif
    a = 1;
    b = 1;
#if defined ATOMIC
    ready = 1;
#elif defined POSTED
    sem_post(&ready);
#elif !defined PLAIN
    pthread_mutex_unlock(&m);
#endif
    return unused;
}

static void look(void) {
#if defined ATOMIC
    assert(!ready || (a == 1 && b == 1));
#elif defined POSTED
    assert(sem_trywait(&ready) != 0 || (a == 1 && b == 1));
#elif defined TRY
    if (pthread_mutex_trylock(&m) == 0) {
        assert(a == b);
        pthread_mutex_unlock(&m);
    }
#else
    assert(a == b);
#endif
}

int main(void) {
    pthread_t thread;
#ifdef POSTED
    sem_init(&ready, 0, 0);
#endif
    pthread_create(&thread, NULL, work, NULL);
    pid_t child = fork();
    if (child == 0) {
        look();
        _exit(0);
    }
    waitpid(child, NULL, 0);
    pthread_join(thread, NULL);
    return 0;
}
