// Two workers wait for a job, one byte, from a pipe. Closing the writing end tells them to go home: read then returns 0.
//
//   heddle check 60-pipe-pool.c
//
// heddle: verdict=clean executions=8
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static int jobs[2], results[2];

static void *worker(void *unused) {
    char job;
    while (read(jobs[0], &job, 1) == 1) {
        char result = job * 2;
        write(results[1], &result, 1);
    }
    return unused;
}

int main(void) {
    pthread_t workers[2];
    pipe(jobs);
    pipe(results);
    for (int i = 0; i < 2; i++) {
        pthread_create(&workers[i], NULL, worker, NULL);
    }
    write(jobs[1], "\3", 1);
    close(jobs[1]);
    char result;
    read(results[0], &result, 1);
    for (int i = 0; i < 2; i++) {
        pthread_join(workers[i], NULL);
    }
    assert(result == 6);
    return 0;
}
