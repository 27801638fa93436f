// A number that is no atomic, behind an entry for one thread: each thread says that it wants to enter, and enters unless the other one
// wants to.
//
// In no interleaving do both enter. With stores that release and loads that acquire C11 lets them, and then they race. The fix:
// sequentially consistent accesses (-DFIXED).
//
//   heddle check c-examples/weak-memory/plain-data.c
//
// heddle: verdict=bug kind=data-race cause=read-write executions=3 c11=enter:wants
// heddle: verdict=clean executions=3 c11=yes args=-DFIXED
// heddle: verdict=bug kind=data-race cause=read-write args=--model=rc11
// heddle: verdict=clean executions=3 args=--model=rc11 -DFIXED
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef FIXED
#define SAY memory_order_seq_cst
#define ASK memory_order_seq_cst
#else
#define SAY memory_order_release
#define ASK memory_order_acquire
#endif

static atomic_int wants[2];
static int data, numbers[2] = {0, 1};

static void *enter(void *number) {
    int me = *(int *)number;
    atomic_store_explicit(&wants[me], 1, SAY);
    if (!atomic_load_explicit(&wants[1 - me], ASK)) {
        data++;
    }
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, enter, &numbers[i]);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
