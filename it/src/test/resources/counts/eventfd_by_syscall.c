// executions: 2
// A descriptor that syscall() makes is known from then on, as that of eventfd() is: the two writes are in one order or the other.
#include <pthread.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

static int event;

static void *post(void *unused) {
    uint64_t one = 1;
    write(event, &one, sizeof one);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    event = (int)syscall(SYS_eventfd2, 0, 0);
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, post, NULL);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
