// One thread writes a message and raises a flag; the other one waits for the flag and reads the message.
//
// The bug: a relaxed flag orders nothing, so the two accesses of the message are a data race. No interleaving goes wrong, for
// Heddle's are sequentially consistent; a compiler or an ARM processor may well reorder the two writes.
// The fixes: a flag that is released and acquired (-DFIXED), or fences around the relaxed one (-DFENCES).
//
//   heddle check 41-relaxed-flag.c
//   heddle check -DFIXED 41-relaxed-flag.c
//   heddle check -DFENCES 41-relaxed-flag.c
//
// heddle: verdict=bug kind=data-race cause=read-write
// heddle: verdict=clean args=-DFIXED
// heddle: verdict=clean args=-DFENCES
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef FIXED
#define RAISE memory_order_release
#define LOOK memory_order_acquire
#else
#define RAISE memory_order_relaxed
#define LOOK memory_order_relaxed
#endif

static int message;
static atomic_int flag;

static void *write_message(void *unused) {
    (void)unused;
    message = 42;
#ifdef FENCES
    atomic_thread_fence(memory_order_release);
#endif
    atomic_store_explicit(&flag, 1, RAISE);
    return NULL;
}

int main(void) {
    pthread_t writer;
    pthread_create(&writer, NULL, write_message, NULL);
    while (!atomic_load_explicit(&flag, LOOK)) {
    }
#ifdef FENCES
    atomic_thread_fence(memory_order_acquire);
#endif
    assert(message == 42);
    pthread_join(writer, NULL);
    return 0;
}
