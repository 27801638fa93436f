// A thread that has been joined is over, and its handle may be that of a new one: who looks a thread up by its handle finds another.
//
//   (nothing)    a worker that is started anew is taken for the old one
//   -DFUNCTION   compared by pthread_equal, of the default optimisation a function of libc
//   -DTWO        two workers are joined and two are started
// The fix (-DFIXED): the entry is cleared when its thread has been joined.
//
//   heddle check c-examples/soundness/handle-given-again.c
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=clean args=-DFIXED
// heddle: verdict=bug kind=assertion cause=assertion args=-DFUNCTION
// heddle: verdict=clean args=-DFUNCTION -DFIXED
// heddle: verdict=bug kind=assertion cause=assertion args=-DTWO
// heddle: verdict=clean args=-DTWO -DFIXED
#include <assert.h>
#include <pthread.h>

#ifdef TWO
#define WORKERS 2
#else
#define WORKERS 1
#endif

#ifdef FUNCTION
#define ARE_EQUAL(a, b) (pthread_equal)(a, b)
#else
#define ARE_EQUAL(a, b) ((a) == (b))
#endif

static pthread_t owner; // of a resource that its worker has taken along
static int is_owned;

static void *work(void *unused) { return unused; }

int main(void) {
    pthread_t workers[WORKERS];
    for (int i = 0; i < WORKERS; i++) {
        pthread_create(&workers[i], NULL, work, NULL);
    }
    owner = workers[0];
    is_owned = 1;
    for (int i = 0; i < WORKERS; i++) {
        pthread_join(workers[i], NULL);
    }
#ifdef FIXED
    is_owned = 0;
#endif
    for (int i = 0; i < WORKERS; i++) {
        pthread_create(&workers[i], NULL, work, NULL);
    }
    for (int i = 0; i < WORKERS; i++) {
        assert(!is_owned || !ARE_EQUAL(owner, workers[i])); // the new one has taken nothing
        pthread_join(workers[i], NULL);
    }
    return 0;
}
