// A logger that writes to a file and begins a new one when it is full.
//
// The bug: a full file is renamed, which is logged too, by the thread that holds the logger's lock already. A normal
// mutex cannot be locked again by its holder: the thread waits for itself.
// The fix (-DFIXED): public functions lock, and call inner ones that expect the lock.
//
//   heddle check 11-self-lock.c
//   heddle check -DFIXED 11-self-lock.c
//
// heddle: verdict=bug kind=deadlock cause=self-lock
// heddle: verdict=clean executions=3 args=-DFIXED
#include <pthread.h>

#define LINES_PER_FILE 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int lines;

static void log_line(void);

static void write_line(void) {
    if (lines == LINES_PER_FILE) {
        lines = 0;
#ifdef FIXED
        write_line(); // "began a new file"
#else
        log_line(); // "began a new file"
#endif
    }
    lines++;
}

static void log_line(void) {
    pthread_mutex_lock(&lock);
    write_line();
    pthread_mutex_unlock(&lock);
}

static void *log_one(void *unused) {
    log_line();
    return unused;
}

static void *log_two(void *unused) {
    log_line();
    return log_one(unused);
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, log_one, NULL);
    pthread_create(&threads[1], NULL, log_two, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
