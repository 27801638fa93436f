// The length of a list in the heap is read while another thread appends.
// The fix (-DFIXED): with the lock.
//
//   heddle check races/11-heap.c
//   heddle check -DFIXED races/11-heap.c
//
// heddle: verdict=bug kind=data-race cause=read-write
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>
#include <stdlib.h>

struct list {
    pthread_mutex_t lock;
    int length;
};

static void *append(void *argument) {
    struct list *list = argument;
    pthread_mutex_lock(&list->lock);
    list->length = 1;
    pthread_mutex_unlock(&list->lock);
    return NULL;
}

int main(void) {
    struct list *list = calloc(1, sizeof *list);
    pthread_t thread;
    pthread_mutex_init(&list->lock, NULL);
    pthread_create(&thread, NULL, append, list);
#ifdef FIXED
    pthread_mutex_lock(&list->lock);
#endif
    int length = list->length;
#ifdef FIXED
    pthread_mutex_unlock(&list->lock);
#endif
    pthread_join(thread, NULL);
    free(list);
    return length > 1;
}
