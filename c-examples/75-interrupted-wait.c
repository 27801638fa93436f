// Two threads write records to a log. A semaphore lets one of them in at a time; each record is written by write().
//
// Two bugs, which show where Heddle lets calls fail as POSIX allows, and nowhere else:
// - sem_wait() may be interrupted by a signal (EINTR). Whoever does not look goes on without having the semaphore, and the two threads
//   write at once.
// - write() may write a part only, or nothing, as where the disk is full. A record that is cut then stays so.
// The fix (-DFIXED): wait again, write what is left, and give a record up that cannot be written.
//
//   heddle check --failures=wait:1 75-interrupted-wait.c
//   heddle check --failures=write:1 75-interrupted-wait.c
//   heddle check --failures=wait:1,write:1 -DFIXED 75-interrupted-wait.c
//
// heddle: verdict=clean
// heddle: verdict=bug kind=assertion cause=assertion races args=--failures=wait:1
// heddle: verdict=bug kind=assertion cause=assertion args=--failures=write:1
// heddle: verdict=clean args=--failures=wait:1 -DFIXED
// heddle: verdict=clean args=--failures=write:1 -DFIXED
// heddle: verdict=clean args=--failures=wait:1,write:1 -DFIXED
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <sys/types.h>
#include <unistd.h>

enum { SIZE = 8 };

static sem_t turn;
static int file, records;

static void begin(void) {
#ifdef FIXED
    while (sem_wait(&turn) == -1 && errno == EINTR) {
    }
#else
    sem_wait(&turn);
#endif
}

static int put(const char *record) {
#ifdef FIXED
    ssize_t done = 0;
    while (done < SIZE) {
        ssize_t more = write(file, record + done, (size_t)(SIZE - done));
        if (more == -1 && errno != EINTR) {
            return ftruncate(file, records * SIZE) == 0 && lseek(file, 0, SEEK_END) >= 0 ? -1 : -2;
        }
        done += more > 0 ? more : 0;
    }
    return 0;
#else
    return write(file, record, SIZE) > 0 ? 0 : -1;
#endif
}

static void *writer(void *record) {
    begin();
    if (put(record) == 0) {
        records++;
    }
    sem_post(&turn);
    return NULL;
}

int main(void) {
    FILE *stream = tmpfile();
    if (!stream) {
        return 1;
    }
    file = fileno(stream);
    sem_init(&turn, 0, 1);
    pthread_t one, two;
    pthread_create(&one, NULL, writer, "record 1");
    pthread_create(&two, NULL, writer, "record 2");
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(lseek(file, 0, SEEK_END) == records * SIZE);
    fclose(stream);
    sem_destroy(&turn);
    return 0;
}
