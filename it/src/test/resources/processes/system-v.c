// A counter in a segment of System V, under a semaphore of System V; with -DBUG, under nothing.
#include <assert.h>
#include <sys/ipc.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/wait.h>
#include <unistd.h>
static int sem; static int *n;
static void op(int d) { struct sembuf b = {0, d, 
#ifdef UNDO
  SEM_UNDO
#else
  0
#endif
}; assert(semop(sem, &b, 1) == 0); }
static void add(void) {
#ifndef BUG
    op(-1);
#endif
    ++*n;
#ifndef BUG
    op(1);
#endif
}
int main(void) {
    sem = semget(IPC_PRIVATE, 1, 0600); assert(semctl(sem, 0, SETVAL, 1) == 0);
    int m = shmget(IPC_PRIVATE, 4096, 0600); n = shmat(m, 0, 0); assert(n != (void *)-1);
    pid_t p = fork();
    if (p == 0) { add(); _exit(0); }
    add();
    assert(waitpid(p, 0, 0) == p); assert(*n == 2);
    semctl(sem, 0, IPC_RMID); shmctl(m, IPC_RMID, 0);
    return 0;
}
