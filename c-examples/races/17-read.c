// One thread refills a buffer by read while another one looks at it: what read writes counts as well.
// The fix (-DFIXED): with the lock.
//
//   heddle check races/17-read.c
//   heddle check -DFIXED races/17-read.c
//
// heddle: verdict=bug kind=data-race cause=read-write
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char buffer[8] = "nothing";
static int ends[2];

static void *refill(void *unused) {
    pthread_mutex_lock(&mutex);
    if (read(ends[0], buffer, 4) != 4) {
        buffer[0] = 0;
    }
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pipe(ends) != 0 || write(ends[1], "some", 4) != 4) {
        return 1;
    }
    pthread_create(&thread, NULL, refill, NULL);
#ifdef FIXED
    pthread_mutex_lock(&mutex);
#endif
    int length = 0;
    while (buffer[length]) {
        length++;
    }
#ifdef FIXED
    pthread_mutex_unlock(&mutex);
#endif
    pthread_join(thread, NULL);
    return length == 0;
}
