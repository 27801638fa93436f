// The last owner of a block frees it. Each gives its share back with release; only the last one needs acquire, so that a fence stands where
// the count has come to zero. With WRONG there is no fence, and nothing orders the others' last accesses before the free.
//
// heddle: verdict=clean c11=yes
// heddle: verdict=bug kind=data-race cause=read-write args=-DWRONG
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct block {
    atomic_int owners;
    int read[2];
};

static struct block *block;

static void give_back(struct block *mine) {
    if (atomic_fetch_sub_explicit(&mine->owners, 1, memory_order_release) == 1) {
#ifndef WRONG
        atomic_thread_fence(memory_order_acquire);
#endif
        free(mine);
    }
}

static void *use(void *number) {
    int *mine = &block->read[(size_t)number];
    int seen = *mine;
    give_back(block);
    return seen == 0 ? NULL : number;
}

int main(void) {
    pthread_t threads[2];
    block = calloc(1, sizeof *block);
    if (!block) {
        return 1;
    }
    atomic_init(&block->owners, 2);
    for (size_t i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, use, (void *)i);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
