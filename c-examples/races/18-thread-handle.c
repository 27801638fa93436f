// A thread looks where its creator has pthread_create put its handle; POSIX lets that be done when the thread runs already.
// The fix (-DFIXED): it asks pthread_self; threads that are created later, and main, may look. With C11's threads (-DC11) the
// completion of the call comes before the thread's beginning.
//
//   heddle check races/18-thread-handle.c
//   heddle check -DFIXED races/18-thread-handle.c
//
// heddle: verdict=bug kind=data-race cause=read-write
// heddle: verdict=clean args=-DFIXED
// heddle: verdict=clean args=-DC11
#include <pthread.h>
#include <threads.h>

static pthread_t first, second;

static void *work(void *unused) {
#ifdef FIXED
    pthread_t self = pthread_self();
#else
    pthread_t self = first;
#endif
    return self ? unused : &first;
}

static void *look(void *unused) {
    return pthread_equal(first, pthread_self()) ? &first : unused;
}

#ifdef C11
static int start(void *unused) {
    return work(unused) != NULL;
}
#endif

int main(void) {
#ifdef C11
    thrd_create(&first, start, NULL);
#else
    pthread_create(&first, NULL, work, NULL);
#endif
    pthread_create(&second, NULL, look, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
