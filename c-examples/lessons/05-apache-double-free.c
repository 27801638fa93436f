// Apache httpd, bug 21287: mod_mem_cache frees a cache object twice.
//
// The bug: the count of references is atomic, and the decision is not: a thread decrements, then looks whether the count is zero. Two
// threads decrement before either looks, and both free.
// The fix (-DFIXED): decide by what the decrement itself returns.
//
//   heddle check 05-apache-double-free.c
//   heddle check -DFIXED 05-apache-double-free.c
//
// heddle: verdict=bug kind=double-free cause=double-free args=--keep-going
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int *references; /* apart from the object, so that looking at the count is no use after free */
static char *object;

static void *decrement_refcount(void *unused) {
#ifdef FIXED
    if (atomic_fetch_sub(references, 1) == 1) {
        free(object);
    }
#else
    atomic_fetch_sub(references, 1);
    if (atomic_load(references) == 0) {
        free(object);
    }
#endif
    return unused;
}

int main(void) {
    static atomic_int count = 2;
    references = &count;
    object = malloc(100);
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, decrement_refcount, NULL);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
