// Three checks of a ring buffer in one file: each HEDDLE_TEST is explored on its own, and the file has no main. With -DFORGETFUL
// take() looks whether there is something before it has the lock, and one of the tests fails.
#include <heddle_test.h>
#include <pthread.h>
#include <stdbool.h>

#define ROOM 2

struct ring {
    pthread_mutex_t lock;
    int values[ROOM];
    int first, count;
};

static struct ring ring = {.lock = PTHREAD_MUTEX_INITIALIZER};

static bool put(int value) {
    pthread_mutex_lock(&ring.lock);
    bool has_room = ring.count < ROOM;
    if (has_room) {
        ring.values[(ring.first + ring.count++) % ROOM] = value;
    }
    pthread_mutex_unlock(&ring.lock);
    return has_room;
}

#ifdef FORGETFUL
static bool is_empty(void) {
    pthread_mutex_lock(&ring.lock);
    bool is = ring.count == 0;
    pthread_mutex_unlock(&ring.lock);
    return is;
}
#endif

static bool take(int *value) {
#ifdef FORGETFUL
    bool has_some = !is_empty();
    pthread_mutex_lock(&ring.lock);
#else
    pthread_mutex_lock(&ring.lock);
    bool has_some = ring.count > 0;
#endif
    if (has_some) {
        *value = ring.values[ring.first];
        ring.first = (ring.first + 1) % ROOM;
        ring.count--;
    }
    pthread_mutex_unlock(&ring.lock);
    return has_some;
}

static void *puts_one(void *value) {
    heddle_assert(put(*(int *)value));
    return NULL;
}

static void *takes_one(void *taken) {
    int value;
    *(bool *)taken = take(&value);
    return NULL;
}

HEDDLE_TEST(what_is_put_is_taken_in_its_order) {
    int value = 0;
    heddle_assert(put(1) && put(2) && !put(3));
    heddle_assert(take(&value) && value == 1);
    heddle_assert(take(&value) && value == 2);
    heddle_assert(!take(&value));
}

HEDDLE_TEST(two_who_put_lose_nothing) {
    pthread_t one, two;
    int first = 1, second = 2, a = 0, b = 0;
    pthread_create(&one, NULL, puts_one, &first);
    pthread_create(&two, NULL, puts_one, &second);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    heddle_assert(take(&a) && take(&b) && a + b == 3);
}

HEDDLE_TEST(one_value_is_taken_once) {
    pthread_t one, two;
    bool a = false, b = false;
    put(7);
    pthread_create(&one, NULL, takes_one, &a);
    pthread_create(&two, NULL, takes_one, &b);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    heddle_assert(a != b);
}
