// A mapping that grows may move: whoever still uses the old place uses what is gone. The fix (-DFIXED): a lock around the pointer and
// its use.
//
// heddle: verdict=bug kind=data-race cause=write-write
// heddle: verdict=clean args=-DFIXED
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *buffer;

static void *use(void *unused) {
    pthread_mutex_lock(&lock);
    char *mine = buffer;
#ifndef FIXED
    pthread_mutex_unlock(&lock);
#endif
    mine[0]++;
#ifdef FIXED
    pthread_mutex_unlock(&lock);
#endif
    return unused;
}

int main(void) {
    pthread_t thread;
    buffer = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_create(&thread, NULL, use, NULL);
    pthread_mutex_lock(&lock);
    buffer = mremap(buffer, 4096, 1 << 20, MREMAP_MAYMOVE);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
