// Two threads write neighbouring bytes. That is no race: what a thread does to one byte does nothing to the next.
//
// With -DBITS they are bit-fields of one unit. To write one of them is to read and write the unit: a data race, and one of
// the writes may be lost.
//
//   heddle check 42-neighbours.c
//   heddle check -DBITS 42-neighbours.c
//
// heddle: verdict=clean executions=1
// heddle: verdict=bug kind=assertion cause=assertion races args=-DBITS
#include <assert.h>
#include <pthread.h>

struct flags {
#ifdef BITS
    unsigned left : 4, right : 4;
#else
    unsigned char left, right;
#endif
};

static struct flags flags;

static void *raise_left(void *unused) {
    (void)unused;
    flags.left = 1;
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, raise_left, NULL);
    flags.right = 1;
    pthread_join(thread, NULL);
    assert(flags.left == 1 && flags.right == 1);
    return 0;
}
