// A mailbox with room for one letter: put() waits until it is empty, get() until there is one. Of operations that wait
// the specification says when they go on.
//
// The bug (-DIF): get() looks only once whether there is a letter, and not again after it has waited. Where another
// getter was quicker, it takes the same letter a second time.
//
//   heddle check 02-mailbox.c
//   heddle check -DIF 02-mailbox.c
//
// heddle: verdict=clean
// heddle: verdict=bug kind=linearizability cause=no-serial-order args=-DIF
#include <heddle.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int is_full, letter;

static void put(int value) {
    pthread_mutex_lock(&lock);
    while (is_full) {
        pthread_cond_wait(&changed, &lock);
    }
    letter = value;
    is_full = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static int get(void) {
    pthread_mutex_lock(&lock);
#ifdef IF
    if (!is_full) {
#else
    while (!is_full) {
#endif
        pthread_cond_wait(&changed, &lock);
    }
    int value = letter;
    is_full = 0;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return value;
}

/* The state is the letter, or 0. */
static int allows(void *state, const char *operation, const char *result) {
    int *kept = state;
    int value;
    if (sscanf(operation, "put(%d)", &value) == 1) {
        int waits = *kept != 0;
        *kept = value;
        return !waits;
    }
    value = *kept;
    *kept = 0;
    return value != 0 && heddle_gives(result, "%d", value);
}

static void *get_one(void *unused) {
    HEDDLE_OP(get, get());
    return unused;
}

int main(void) {
    heddle_specification(allows, &(int){0}, sizeof(int));
    pthread_t getters[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&getters[i], NULL, get_one, NULL);
    }
    HEDDLE_OP_VOID(put(1), put(1));
    HEDDLE_OP_VOID(put(2), put(2));
    for (int i = 0; i < 2; i++) {
        pthread_join(getters[i], NULL);
    }
    return 0;
}
