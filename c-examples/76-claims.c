// A lift: one thread opens and shuts the door, another one moves the cabin. Each looks at the other's state under its lock before it
// does something, and does it under the lock once more. So the door can open while the cabin moves. No thread ever looks at both at that
// moment, and no assertion in a thread fails: the program claims that no state of any interleaving is like this.
//
// It claims as well that the lift gets to another floor. With -DLAZY it gives up where the door is open, which happens now and then.
// The fix (-DFIXED): look and act in one critical section, and wait for the door.
//
//   heddle check 76-claims.c
//   heddle check -DLAZY 76-claims.c
//   heddle check -DFIXED 76-claims.c
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=bug kind=assertion cause=assertion args=-DLAZY
// heddle: verdict=clean args=-DFIXED
#include <heddle.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t shut = PTHREAD_COND_INITIALIZER;
static bool is_open, moves;
static int moved_to;

HEDDLE_NEVER(is_open && moves);
HEDDLE_EVENTUALLY(moved_to == 1);

static void apart(void) {
#if !defined(FIXED) && !defined(LAZY)
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
#endif
}

static void *door(void *unused) {
    pthread_mutex_lock(&lock);
    if (!moves) {
        apart();
        is_open = true;
        pthread_mutex_unlock(&lock);
        pthread_mutex_lock(&lock);
        is_open = false;
        pthread_cond_signal(&shut);
    }
    pthread_mutex_unlock(&lock);
    return unused;
}

static void move(void) {
    moves = true;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    moved_to = 1;
    moves = false;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, door, NULL);
    pthread_mutex_lock(&lock);
#ifdef LAZY
    bool may_move = !is_open;
#else
    bool may_move = true;
    while (is_open) {
        pthread_cond_wait(&shut, &lock);
    }
#endif
    if (may_move) {
        apart();
        move();
    }
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
