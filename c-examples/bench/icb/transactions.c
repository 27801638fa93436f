// A transaction manager, in the role of the one of Musuvathi and Qadeer (PLDI 2007): transactions in a hash table with a lock for each
// bucket; one thread creates, commits or deletes while a timer flushes what has timed out. Three mistakes, one at a time:
//   -DBUG=1  the timer collects what has timed out and removes it in a second step, without looking again, while it is committed;
//   -DBUG=2  committing looks the transaction up, and takes it out in a second step, while the timer removes it and another one comes
//            into its place;
//   -DBUG=3  deleting marks, announces and removes in three steps; a timer that has seen the mark helps with what is announced.
//
// heddle: verdict=clean args=--bound preemptions=2
// heddle: verdict=clean args=--bound preemptions=1 -DBUG=1
// heddle: verdict=bug kind=assertion cause=assertion args=--bound preemptions=2 -DBUG=1
// heddle: verdict=clean args=--bound preemptions=1 -DBUG=2
// heddle: verdict=bug kind=assertion cause=assertion args=--bound preemptions=2 -DBUG=2
// heddle: verdict=clean args=--bound preemptions=2 -DBUG=3
// heddle: verdict=bug kind=assertion cause=assertion args=--bound preemptions=3 -DBUG=3
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

#include "../together.h"

#ifndef BUG
#define BUG 0
#endif

enum { BUCKETS = 2, TRANSACTIONS = 2 };
enum state { FREE, ACTIVE, MARKED, ANNOUNCED, COMMITTED, EXPIRED };

struct transaction {
    int number;
    enum state state;
};

static struct bucket {
    pthread_mutex_t lock;
    struct transaction place;
} table[BUCKETS] = {{PTHREAD_MUTEX_INITIALIZER, {0, FREE}}, {PTHREAD_MUTEX_INITIALIZER, {0, FREE}}};

static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static int live;
static int committed;
static int expired;

static void count(int *what, int by) {
    pthread_mutex_lock(&counting);
    *what += by;
    pthread_mutex_unlock(&counting);
}

static struct bucket *lock_bucket(int number) {
    struct bucket *bucket = &table[number % BUCKETS];
    pthread_mutex_lock(&bucket->lock);
    return bucket;
}

static void unlock_bucket(struct bucket *bucket) {
    pthread_mutex_unlock(&bucket->lock);
}

static enum state state_of(int number) {
    struct bucket *bucket = lock_bucket(number);
    enum state state = bucket->place.number == number ? bucket->place.state : FREE;
    unlock_bucket(bucket);
    return state;
}

static void create(int number) {
    struct bucket *bucket = lock_bucket(number);
    if (bucket->place.state == FREE) {
        bucket->place = (struct transaction){number, ACTIVE};
        count(&live, 1);
    }
    unlock_bucket(bucket);
}

/* Takes an active transaction out of the table; whether it was there. */
static bool take_out(int number, int *what) {
    struct bucket *bucket = lock_bucket(number);
    bool there = bucket->place.number == number && bucket->place.state == ACTIVE;
    if (there) {
        bucket->place.state = FREE;
        count(&live, -1);
        count(what, 1);
    }
    unlock_bucket(bucket);
    return there;
}

#if BUG == 1
static void flush(int number) {
    if (state_of(number) == ACTIVE) {
        struct bucket *bucket = lock_bucket(number);
        assert(bucket->place.state != COMMITTED);
        bucket->place.state = FREE;
        unlock_bucket(bucket);
    }
}

static void work(void) {
    create(1);
    struct bucket *bucket = lock_bucket(1);
    if (bucket->place.state == ACTIVE) {
        bucket->place.state = COMMITTED;
        count(&committed, 1);
    }
    unlock_bucket(bucket);
}
#elif BUG == 2
static void flush(int number) {
    if (take_out(number, &expired)) {
        create(number + BUCKETS);
        take_out(number + BUCKETS, &expired);
    }
}

static void work(void) {
    create(1);
    if (state_of(1) == ACTIVE) {
        struct bucket *bucket = lock_bucket(1);
        assert(bucket->place.state == FREE || bucket->place.number == 1);
        if (bucket->place.state == ACTIVE) {
            bucket->place.state = FREE;
            count(&live, -1);
            count(&committed, 1);
        }
        unlock_bucket(bucket);
    }
}
#elif BUG == 3
static void change(int number, enum state from, enum state to) {
    struct bucket *bucket = lock_bucket(number);
    if (bucket->place.number == number && bucket->place.state == from) {
        bucket->place.state = to;
    }
    unlock_bucket(bucket);
}

static void flush(int number) {
    if (state_of(number) == MARKED) {
        change(number, ANNOUNCED, EXPIRED);
    }
}

static void work(void) {
    create(1);
    change(1, ACTIVE, MARKED);
    change(1, MARKED, ANNOUNCED);
    struct bucket *bucket = lock_bucket(1);
    assert(bucket->place.state == ANNOUNCED);
    bucket->place.state = FREE;
    unlock_bucket(bucket);
}
#else
static void flush(int number) {
    take_out(number, &expired);
}

static void work(void) {
    create(1);
    take_out(1, &committed);
    create(2);
}
#endif

static void *use(void *unused) {
    work();
    return unused;
}

static void *expire(void *unused) {
    for (int number = 1; number <= TRANSACTIONS; number++) {
        flush(number);
    }
    return unused;
}

int main(void) {
    TOGETHER(use, expire);
#if BUG == 0
    assert(live >= 0 && live + committed + expired <= TRANSACTIONS);
#endif
    return 0;
}
