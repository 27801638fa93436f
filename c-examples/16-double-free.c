// Two threads share a buffer and count its users; the last one frees it.
//
// The bug: to count down and to look are two steps. When both threads count down before either looks, both see 0, and
// both free. In all other interleavings it is freed once.
// The fix (-DFIXED): the value that the counting step itself returns tells who was the last.
//
//   heddle check 16-double-free.c
//   heddle check -DFIXED 16-double-free.c
//
// heddle: verdict=bug kind=double-free cause=double-free
// heddle: verdict=clean executions=2 args=-DFIXED
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct buffer {
    char bytes[16];
};

static struct buffer *shared;
static atomic_int users = 2;

static void *use(void *unused) {
#ifdef FIXED
    if (atomic_fetch_sub(&users, 1) == 1) {
        free(shared);
    }
#else
    atomic_fetch_sub(&users, 1);
    if (atomic_load(&users) == 0) {
        free(shared);
    }
#endif
    return unused;
}

int main(void) {
    pthread_t threads[2];
    shared = malloc(sizeof *shared);
    pthread_create(&threads[0], NULL, use, NULL);
    pthread_create(&threads[1], NULL, use, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
