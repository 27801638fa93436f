// Peterson's mutual exclusion, for two threads. Each says that it wants to enter, gives the other one precedence, and waits until that one
// does not want to, or has given precedence back.
//
// No interleaving lets both in. An x86 processor does: what a thread says is still in its store buffer when it looks at what the
// other one says. The fix: a fence between the two (-DFIXED), or locked instructions.
//
//   heddle check --model=tso c-examples/weak-memory/peterson.c
//
// heddle: verdict=bug kind=assertion cause=assertion args=--model=tso
// heddle: verdict=clean executions=12 args=--model=tso -DFIXED
// heddle: verdict=clean executions=12 args=--model=sc
// heddle: verdict=bug kind=assertion cause=assertion args=--model=pso
// heddle: verdict=clean args=--model=pso -DFIXED
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], gives_way, inside;
static int numbers[2] = {0, 1};

static void enter(int me) {
    atomic_store_explicit(&wants[me], 1, memory_order_release);
    atomic_store_explicit(&gives_way, me, memory_order_release);
#ifdef FIXED
    atomic_thread_fence(memory_order_seq_cst);
#endif
    while (atomic_load_explicit(&wants[1 - me], memory_order_acquire) &&
           atomic_load_explicit(&gives_way, memory_order_acquire) == me) {
    }
}

static void leave(int me) { atomic_store_explicit(&wants[me], 0, memory_order_release); }

static void *work(void *number) {
    int me = *(int *)number;
    enter(me);
    assert(atomic_fetch_add_explicit(&inside, 1, memory_order_relaxed) == 0);
    atomic_fetch_sub_explicit(&inside, 1, memory_order_relaxed);
    leave(me);
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, work, &numbers[i]);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
