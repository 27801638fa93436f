// The entry of Dekker's mutual exclusion: each of two threads says that it wants to enter, and enters unless the other one wants
// to.
//
// With stores that release and loads that acquire, C11 lets both enter. Then one of two additions is lost. The fix: what a thread
// wants is said and read by sequentially consistent accesses (-DFIXED).
//
//   heddle check c-examples/weak-memory/dekker.c
//
// heddle: verdict=bug kind=assertion cause=assertion c11=try_to_enter:wants
// heddle: verdict=clean c11=yes args=-DFIXED
// heddle: verdict=bug kind=assertion cause=assertion args=--model=tso
// heddle: verdict=clean args=--model=tso -DFIXED
// heddle: verdict=bug kind=assertion cause=assertion args=--model=rc11
// heddle: verdict=clean executions=7 args=--model=rc11 -DFIXED
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef FIXED
#define SAY memory_order_seq_cst
#define ASK memory_order_seq_cst
#else
#define SAY memory_order_release
#define ASK memory_order_acquire
#endif

static atomic_int wants[2], sum, entered;
static int numbers[2] = {0, 1};

static void *try_to_enter(void *number) {
    int me = *(int *)number;
    atomic_store_explicit(&wants[me], 1, SAY);
    if (!atomic_load_explicit(&wants[1 - me], ASK)) {
        atomic_fetch_add_explicit(&entered, 1, memory_order_relaxed);
        int before = atomic_load_explicit(&sum, memory_order_relaxed);
        atomic_store_explicit(&sum, before + 1, memory_order_relaxed);
    }
    atomic_store_explicit(&wants[me], 0, memory_order_release);
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, try_to_enter, &numbers[i]);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    assert(atomic_load(&sum) == atomic_load(&entered));
    return 0;
}
