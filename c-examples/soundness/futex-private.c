// Private calls on a futex and other ones do not meet: the kernel has a queue for the private calls of each process, and one for the rest.
// Who waits in the one is not woken in the other, and sleeps for good. The fix (-DFIXED): both calls are of one kind.
//
// heddle: verdict=bug kind=deadlock cause=condition
// heddle: verdict=clean args=-DFIXED
// heddle: verdict=bug kind=deadlock cause=condition args=-DWAIT=FUTEX_WAIT_PRIVATE -DWAKE=FUTEX_WAKE
// heddle: verdict=clean args=-DWAIT=FUTEX_WAIT_PRIVATE -DWAKE=FUTEX_WAKE_PRIVATE
// heddle: verdict=bug kind=deadlock cause=condition args=-DPROCESSES -DWAIT=FUTEX_WAIT_PRIVATE -DWAKE=FUTEX_WAKE_PRIVATE
// heddle: verdict=bug kind=deadlock cause=condition args=-DPROCESSES
// heddle: verdict=clean args=-DPROCESSES -DFIXED
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef WAIT
#define WAIT FUTEX_WAIT
#endif
#ifdef FIXED
#define WAKE FUTEX_WAKE
#endif
#ifndef WAKE
#define WAKE FUTEX_WAKE_PRIVATE
#endif

static atomic_int *ready;

static void tell(void) {
    atomic_store(ready, 1);
    syscall(SYS_futex, ready, WAKE, 1, NULL, NULL, 0);
}

static void *work(void *unused) {
    tell();
    return unused;
}

int main(void) {
    ready = mmap(NULL, sizeof *ready, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert(ready != MAP_FAILED);
#ifdef PROCESSES
    (void)work;
    pid_t process = fork();
    if (process == 0) {
        tell();
        _exit(0);
    }
#else
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
#endif
    while (!atomic_load(ready)) {
        syscall(SYS_futex, ready, WAIT, 0, NULL, NULL, 0);
    }
#ifdef PROCESSES
    waitpid(process, NULL, 0);
#else
    pthread_join(thread, NULL);
#endif
    return 0;
}
