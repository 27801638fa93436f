// A worker that goes round three queues until one has something for it, without a lock: it waits for whichever changes.
// -DNOBODY: nothing ever comes for the second round, so the worker goes round forever.
//
// heddle: verdict=clean
// heddle: verdict=bug kind=livelock cause=spin args=-DNOBODY
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { QUEUES = 3 };

struct queue {
    atomic_int length;
    int last; /* only the worker's */
};

static struct queue queues[QUEUES];

static int take(void) {
    for (;;) {
        for (int i = 0; i < QUEUES; i++) {
            if (atomic_load(&queues[i].length) > 0) {
                atomic_fetch_sub(&queues[i].length, 1);
                return i;
            }
        }
    }
}

static void *work(void *unused) {
    int rounds = 2;
#ifdef NOBODY
    rounds = 3;
#endif
    for (int i = 0; i < rounds; i++) {
        queues[take()].last++;
    }
    return unused;
}

static void *give(void *queue) {
    atomic_fetch_add(&((struct queue *)queue)->length, 1);
    return NULL;
}

int main(void) {
    pthread_t worker;
    pthread_t givers[2];
    pthread_create(&worker, NULL, work, NULL);
    pthread_create(&givers[0], NULL, give, &queues[0]);
    pthread_create(&givers[1], NULL, give, &queues[2]);
    pthread_join(givers[0], NULL);
    pthread_join(givers[1], NULL);
    pthread_join(worker, NULL);
    assert(queues[0].last == 1 && queues[1].last == 0 && queues[2].last == 1);
    return 0;
}
