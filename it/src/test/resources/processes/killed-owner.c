// A worker is killed while it may hold a lock. -DFIXED: a robust one.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
struct s { pthread_mutex_t m; int n; } *s;
int main(void) {
    s = mmap(0, sizeof *s, PROT_READ|PROT_WRITE, MAP_SHARED|MAP_ANONYMOUS, -1, 0);
    pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_SHARED);
#ifdef FIXED
    pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
#endif
    pthread_mutex_init(&s->m, &a);
    pid_t p = fork();
    if (p == 0) { pthread_mutex_lock(&s->m); s->n++; pthread_mutex_unlock(&s->m); _exit(0); }
    kill(p, SIGKILL);
    int e = pthread_mutex_lock(&s->m);
    if (e == EOWNERDEAD) pthread_mutex_consistent(&s->m);
    s->n++;
    pthread_mutex_unlock(&s->m);
    assert(waitpid(p, 0, 0) == p);
    return 0;
}
