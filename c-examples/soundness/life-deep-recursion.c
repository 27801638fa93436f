// Runaway recursion that hands a local variable down ends in a crash, and in nothing else: it does not come to what another thread owns.
//
// heddle: verdict=bug kind=crash cause=SIGSEGV executions=1
#include <pthread.h>

static int deep(int *above) {
    volatile int here[1000];
    here[0] = *above + 1;
    return deep((int *)here) + here[3];
}

static void *recurse(void *unused) {
    int zero = 0;
    deep(&zero);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    int mine = 1;
    pthread_create(&threads[0], NULL, recurse, &mine);
    pthread_create(&threads[1], NULL, recurse, &mine);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
