// Each process opens the shared memory by its name. With -DLATE nobody has before, so no lock was initialised, and the number is atomic; with
// -DBUG there is no lock.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined BUG || defined LATE
#define ALONE(lock) ((void)0)
#else
#define ALONE(lock) (lock)
#endif
#ifdef LATE
typedef _Atomic int number;
#else
typedef int number;
#endif
struct s { pthread_mutex_t m; number n; };
static struct s *get(void) {
    int f = shm_open("/memory", O_RDWR, 0600); assert(f >= 0);
    struct s *s = mmap(0, sizeof *s, PROT_READ|PROT_WRITE, MAP_SHARED, f, 0); assert(s != MAP_FAILED); close(f); return s;
}
static void add(int k) {
    if (k) mmap(0, 4096, PROT_READ|PROT_WRITE, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0);
    struct s *s = get();
    ALONE(pthread_mutex_lock(&s->m));
    s->n++;
    ALONE(pthread_mutex_unlock(&s->m));
    munmap(s, sizeof *s);
}
int main(void) {
    int f = shm_open("/memory", O_RDWR|O_CREAT|O_EXCL, 0600); assert(f >= 0 && ftruncate(f, sizeof(struct s)) == 0); close(f);
#ifndef LATE
    struct s *s = get();
    pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_SHARED); pthread_mutex_init(&s->m, &a);
    munmap(s, sizeof *s);
#endif
    pid_t p[2];
    for (int i = 0; i < 2; i++) if ((p[i] = fork()) == 0) { add(i); _exit(0); }
    for (int i = 0; i < 2; i++) { int st; assert(waitpid(p[i], &st, 0) == p[i] && st == 0); }
#ifdef LATE
    struct s *
#endif
    s = get(); assert(s->n == 2);
    shm_unlink("/memory");
    return 0;
}
