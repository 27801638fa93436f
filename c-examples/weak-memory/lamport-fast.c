// Lamport's fast mutual exclusion ("A Fast Mutual Exclusion Algorithm", ACM TOCS 5, 1987, algorithm 2): a thread that finds nobody else
// there enters after seven accesses of memory.
//
// It is right where each access takes effect at once. Store buffers break it: the fix is a fence behind each store that the thread
// looks at something else after (-DFIXED).
//
//   heddle check --model=tso c-examples/weak-memory/lamport-fast.c
//
// heddle: verdict=bug kind=assertion cause=assertion args=--model=tso
// heddle: verdict=clean args=--model=tso -DFIXED
// heddle: verdict=clean args=--model=sc
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 2

static atomic_int wants[THREADS + 1], first, second, inside;
static int numbers[THREADS] = {1, 2};

static void say(atomic_int *variable, int value) { atomic_store_explicit(variable, value, memory_order_release); }

static int look(atomic_int *variable) { return atomic_load_explicit(variable, memory_order_acquire); }

static void before_looking(void) {
#ifdef FIXED
    atomic_thread_fence(memory_order_seq_cst);
#endif
}

/* Somebody else is there, or may be; returns whether the thread has entered after all. */
static int wait_for_others(int me) {
    for (int other = 1; other <= THREADS; other++) {
        while (look(&wants[other])) {
        }
    }
    if (look(&second) == me) {
        return 1;
    }
    while (look(&second) != 0) {
    }
    return 0;
}

static void enter(int me) {
    for (;;) {
        say(&wants[me], 1);
        say(&first, me);
        before_looking();
        if (look(&second) != 0) {
            say(&wants[me], 0);
            before_looking();
            while (look(&second) != 0) {
            }
            continue;
        }
        say(&second, me);
        before_looking();
        if (look(&first) == me) {
            return;
        }
        say(&wants[me], 0);
        before_looking();
        if (wait_for_others(me)) {
            return;
        }
    }
}

static void leave(int me) {
    say(&second, 0);
    say(&wants[me], 0);
}

static void *work(void *number) {
    int me = *(int *)number;
    enter(me);
    assert(atomic_fetch_add_explicit(&inside, 1, memory_order_relaxed) == 0);
    atomic_fetch_sub_explicit(&inside, 1, memory_order_relaxed);
    leave(me);
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        pthread_create(&threads[i], NULL, work, &numbers[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
