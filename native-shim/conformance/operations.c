/* Operations on an object under test, which change nothing but what a checker is told. */
#include <heddle.h>

#include "conformance.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static int add(int number) {
    pthread_mutex_lock(&m);
    sum += number;
    pthread_mutex_unlock(&m);
    return number;
}

static void *adds(void *argument) {
    int *sums = argument;
    for (int i = 1; i <= 2; i++) {
        sums[0] += HEDDLE_OP(add, add(i));
        HEDDLE_OP_VOID_ON(sums, add 10, add(10));
        heddle_operation_begin("add(%d)", i);
        heddle_operation_waits();
        struct pair {
            int one, other;
        } both = {add(i), i};
        heddle_operation_end_with(&both, sizeof both);
        sums[1] += both.one;
    }
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    int sums[2][2] = {{0}};
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, adds, sums[i]);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    heddle_history_reset();
    printf("sum %d of %d %d %d %d\n", sum, sums[0][0], sums[0][1], sums[1][0], sums[1][1]);
    return 0;
}
