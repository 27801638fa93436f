/* Executions that take a given time without using the processor: as many milliseconds as the argument says, and then two threads that
 * add to a counter without a lock. Heddle does not control the sleep: the system call is made in assembly. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifndef ROUNDS
#define ROUNDS 5
#endif

static atomic_int counter;

static void *add(void *unused) {
    for (int round = 0; round < ROUNDS; round++) {
        int seen = counter;
        counter = seen + 1;
    }
    return unused;
}

static void really_sleep(long milliseconds) {
    (void)getpid(); // who has asked for it cannot be forked, so each execution sleeps: no checkpoint is taken behind it
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    long result;
    __asm__ volatile("syscall" : "=a"(result) : "a"(SYS_nanosleep), "D"(&time), "S"(0) : "rcx", "r11", "memory");
    (void)result;
}

int main(int count, char **words) {
    if (count > 1) {
        really_sleep(atol(words[1]));
    }
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, add, NULL);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
