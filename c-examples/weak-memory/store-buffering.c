// Two threads raise a flag each and look whether the other one has. In no interleaving do both miss it.
//
// C11 allows both to, even where stores release and loads acquire: each store may wait in its processor's buffer, on x86 as well.
// The fixes: sequentially consistent accesses (-DCONSISTENT), or fences between the store and the load (-DFENCES).
//
//   heddle check c-examples/weak-memory/store-buffering.c
//
// heddle: verdict=bug kind=assertion cause=assertion executions=3 c11=meet:flags
// heddle: verdict=clean executions=3 c11=yes args=-DCONSISTENT
// heddle: verdict=clean executions=3 c11=yes args=-DFENCES
// heddle: verdict=bug kind=assertion cause=assertion args=--model=tso
// heddle: verdict=clean args=--model=tso -DCONSISTENT
// heddle: verdict=clean args=--model=tso -DFENCES
// heddle: verdict=bug kind=assertion cause=assertion args=--model=rc11
// heddle: verdict=clean executions=3 args=--model=rc11 -DCONSISTENT
// heddle: verdict=clean executions=3 args=--model=rc11 -DFENCES
// heddle: verdict=bug kind=assertion cause=assertion args=--model=pso
// heddle: verdict=clean args=--model=pso -DCONSISTENT
// heddle: verdict=clean args=--model=pso -DFENCES
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef CONSISTENT
#define RAISE memory_order_seq_cst
#define LOOK memory_order_seq_cst
#else
#define RAISE memory_order_release
#define LOOK memory_order_acquire
#endif

static atomic_int flags[2];
static int missed[2], numbers[2] = {0, 1};

static void *meet(void *number) {
    int me = *(int *)number;
    atomic_store_explicit(&flags[me], 1, RAISE);
#ifdef FENCES
    atomic_thread_fence(memory_order_seq_cst);
#endif
    missed[me] = !atomic_load_explicit(&flags[1 - me], LOOK);
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, meet, &numbers[i]);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    assert(!missed[0] || !missed[1]);
    return 0;
}
