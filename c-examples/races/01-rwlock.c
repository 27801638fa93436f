// One thread changes a setting while it holds the lock for reading; readers do not exclude each other.
// The fix (-DFIXED): hold it for writing.
//
//   heddle check races/01-rwlock.c
//   heddle check -DFIXED races/01-rwlock.c
//
// heddle: verdict=bug kind=data-race cause=read-write
// heddle: verdict=clean args=-DFIXED
#define _XOPEN_SOURCE 700
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int setting;

static void *look(void *unused) {
    pthread_rwlock_rdlock(&lock);
    int seen = setting;
    pthread_rwlock_unlock(&lock);
    return seen == 7 ? unused : NULL;
}

int main(void) {
    pthread_t reader;
    pthread_create(&reader, NULL, look, NULL);
#ifdef FIXED
    pthread_rwlock_wrlock(&lock);
#else
    pthread_rwlock_rdlock(&lock);
#endif
    setting = 7;
    pthread_rwlock_unlock(&lock);
    pthread_join(reader, NULL);
    return 0;
}
