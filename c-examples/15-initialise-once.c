// Two threads need a table that the first one to come is to build.
//
// The bug: both look, both see no table, both build it, which is a data race as well.
// The fix (-DFIXED): pthread_once, which also makes the second thread wait until the table is there.
//
//   heddle check 15-initialise-once.c
//   heddle check -DFIXED 15-initialise-once.c
//
// heddle: verdict=bug kind=assertion cause=assertion races
// heddle: verdict=clean executions=2 args=-DFIXED
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static int times_built;
static int table;

static void build_table(void) {
    times_built++;
    table = 42;
}

#ifdef FIXED
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void need_table(void) {
    pthread_once(&once, build_table);
}
#else
static atomic_bool built;

static void need_table(void) {
    if (!built) {
        build_table();
        built = true;
    }
}
#endif

static void *look_up(void *unused) {
    need_table();
    assert(table == 42);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, look_up, NULL);
    pthread_create(&threads[1], NULL, look_up, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(times_built == 1);
    return 0;
}
