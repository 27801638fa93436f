// The client of the stack in stack.c that fails: heddle operations has drawn and written it. Two threads, each with two operations: the
// smallest there is. -DFIXED is the repair in stack.c.
//
//   heddle check stack-client.c
//   heddle check -DFIXED stack-client.c
//
// heddle: verdict=bug kind=linearizability cause=no-serial-order
// heddle: verdict=clean args=-DFIXED
#define HEDDLE_OWN_MAIN
#include "stack.c"

static void *thread_1(void *unused) {
    heddle_do_push(1);
    heddle_do_push(2);
    return unused;
}

static void *thread_2(void *unused) {
    heddle_do_pop();
    heddle_do_pop();
    return unused;
}

int main(void) {
    pthread_t threads[2];
    heddle_before();
    pthread_create(&threads[0], NULL, thread_1, NULL);
    pthread_create(&threads[1], NULL, thread_2, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    heddle_after();
    return 0;
}
