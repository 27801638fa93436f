// Apache httpd, bug 25520: buffered access logs get garbled.
//
// The bug: threads add their lines to one buffer without a lock. Two read the same fill level, write to the same place, and one line
// is lost.
// The fix (-DFIXED): a mutex for the buffer.
//
//   heddle check --keep-going 04-apache-log-buffer.c
//   heddle check -DFIXED 04-apache-log-buffer.c
//
// heddle: verdict=bug kind=assertion cause=assertion races=2 args=--keep-going
// heddle: verdict=clean args=-DFIXED
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char log_buffer[64];
static size_t filled;
#ifdef FIXED
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
#endif

static void *log_request(void *line) {
    size_t length = strlen(line);
#ifdef FIXED
    pthread_mutex_lock(&log_lock);
#endif
    memcpy(log_buffer + filled, line, length);
    filled += length;
#ifdef FIXED
    pthread_mutex_unlock(&log_lock);
#endif
    return NULL;
}

int main(void) {
    char first[] = "GET /a\n", second[] = "GET /b\n";
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, log_request, first);
    pthread_create(&threads[1], NULL, log_request, second);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(strstr(log_buffer, first) && strstr(log_buffer, second));
    return 0;
}
