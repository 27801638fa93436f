// One thread uses a connection if there is one; another closes it.
//
// The bug: the pointer is loaded twice, once for the check and once for the use. When the connection is closed in
// between, the program follows a null pointer. It crashes in one interleaving only.
// The fix (-DFIXED): load once, use what was loaded.
//
//   heddle check 09-check-then-use.c
//   heddle check -DFIXED 09-check-then-use.c
//
// heddle: verdict=bug kind=crash cause=SIGSEGV
// heddle: verdict=clean executions=2 args=-DFIXED
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct connection {
    volatile int bytes_sent;
};

static struct connection only;
static struct connection *_Atomic current = &only;

static void *send_byte(void *unused) {
#ifdef FIXED
    struct connection *connection = atomic_load(&current);
    if (connection != NULL) {
        connection->bytes_sent++;
    }
#else
    if (atomic_load(&current) != NULL) {
        atomic_load(&current)->bytes_sent++;
    }
#endif
    return unused;
}

static void *disconnect(void *unused) {
    atomic_store(&current, NULL);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, send_byte, NULL);
    pthread_create(&threads[1], NULL, disconnect, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
