/* One thread never ends and does nothing visible; -DSOMETIMES: only when it comes second. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int arrived;
static volatile int forever = 1;

static void *spin(void *unused) {
    int first = atomic_fetch_add(&arrived, 1) == 0;
#ifdef SOMETIMES
    if (first) {
        return unused;
    }
#endif
    (void)first;
    while (forever) {
    }
    return unused;
}

static void *pass(void *unused) {
    atomic_fetch_add(&arrived, 1);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, spin, NULL);
    pthread_create(&threads[1], NULL, pass, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
