// Programs with the kinds of mistakes and the sizes of those that the ConTest suite collects, in the role of Table 1 of Bindal, Bansal and
// Lal (ISSTA 2013). -DPROGRAM chooses one; its bug needs c preemptions at v variables and t threads in a certain order.
//
//   MERGE_SORT         100 threads sort parts; a counter of threads that are done is read and written in two steps     (1, 1, 2)
//   PRODUCER_CONSUMER  7 threads; a consumer takes from a queue whether there is something or not                      (0, 0, 2)
//   LINKED_LIST        3 threads append to a list; the end is looked for and written in two steps                      (1, 1, 2)
//   BUBBLE_SORT        9 threads sort neighbours; one relies on another to have come first                             (0, 0, 2)
//   PIPER              9 threads fill and empty flights; waiting is decided on before the lock                         (1, 1, 2)
//   ALLOCATION_VECTOR  3 threads; a free block is found and marked in two steps, and freed again in between            (2, 1, 2)
//   BUF_WRITER         5 threads; a reader relies on one of the writers                                                (0, 0, 2)
//   PING_PONG          18 threads; a ball is looked at, then hit                                                       (1, 1, 2)
//   MANAGER            6 threads; memory is released after a look                                                      (1, 1, 2)
//   ACCOUNT            3 threads; an amount is added in two steps                                                      (1, 1, 2)
//   AIRLINE_TICKETS    11 threads; sales go on after the last ticket, if the stop comes late                           (0, 0, 2)
//
// heddle: verdict=bug kind=assertion cause=assertion args=--bound threads=2,variables=1,preemptions=1 -DPROGRAM=MERGE_SORT
// heddle: verdict=bug kind=assertion cause=assertion args=--bound threads=2,variables=1,preemptions=1 -DPROGRAM=PRODUCER_CONSUMER
// heddle: verdict=bug kind=assertion cause=assertion args=--bound threads=2,variables=1,preemptions=1 -DPROGRAM=LINKED_LIST
// heddle: verdict=bug kind=assertion cause=assertion args=--bound threads=2,variables=1,preemptions=1 -DPROGRAM=BUBBLE_SORT
// heddle: verdict=bug kind=assertion cause=assertion args=--bound threads=2,variables=1,preemptions=1 -DPROGRAM=PIPER
// heddle: verdict=bug kind=assertion cause=assertion args=--bound threads=2,variables=1,preemptions=2 -DPROGRAM=ALLOCATION_VECTOR
// heddle: verdict=bug kind=assertion cause=assertion args=--bound threads=2,variables=1,preemptions=1 -DPROGRAM=BUF_WRITER
// heddle: verdict=bug kind=assertion cause=assertion args=--bound threads=2,variables=1,preemptions=1 -DPROGRAM=PING_PONG
// heddle: verdict=bug kind=assertion cause=assertion args=--bound threads=2,variables=1,preemptions=1 -DPROGRAM=MANAGER
// heddle: verdict=bug kind=assertion cause=assertion args=--bound threads=2,variables=1,preemptions=1 -DPROGRAM=ACCOUNT
// heddle: verdict=bug kind=assertion cause=assertion args=--bound threads=2,variables=1,preemptions=1 -DPROGRAM=AIRLINE_TICKETS
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#define MERGE_SORT 1
#define PRODUCER_CONSUMER 2
#define LINKED_LIST 3
#define BUBBLE_SORT 4
#define PIPER 5
#define ALLOCATION_VECTOR 6
#define BUF_WRITER 7
#define PING_PONG 8
#define MANAGER 9
#define ACCOUNT 10
#define AIRLINE_TICKETS 11

#ifndef PROGRAM
#define PROGRAM ACCOUNT
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#if PROGRAM == MERGE_SORT
enum { THREADS = 99, PART = 3 };
static int numbers[THREADS][PART];
static atomic_int done;

static void work(int own) {
    int *part = numbers[own];
    for (int i = 0; i < PART; i++) {
        part[i] = (own * 7 + i * 5) % 11;
    }
    for (int i = 1; i < PART; i++) {
        for (int k = i; k > 0 && part[k - 1] > part[k]; k--) {
            int kept = part[k];
            part[k] = part[k - 1];
            part[k - 1] = kept;
        }
    }
    int seen = done;
    done = seen + 1;
}

static void check(void) {
    assert(done == THREADS);
}

#elif PROGRAM == PRODUCER_CONSUMER
enum { THREADS = 6, PRODUCERS = 3 };
static int queue[PRODUCERS];
static int length;

static void work(int own) {
    pthread_mutex_lock(&lock);
    if (own < PRODUCERS) {
        queue[length++] = own;
    } else {
        assert(length > 0);
        queue[--length] = -1;
    }
    pthread_mutex_unlock(&lock);
}

static void check(void) {}

#elif PROGRAM == LINKED_LIST
enum { THREADS = 2, NODES = 3 };
static struct node {
    struct node *_Atomic next;
} nodes[THREADS * NODES + 1];

static void work(int own) {
    for (int i = 0; i < NODES; i++) {
        struct node *last = &nodes[0];
        for (struct node *next = last->next; next != NULL; next = last->next) {
            last = next;
        }
        last->next = &nodes[1 + own * NODES + i];
    }
}

static void check(void) {
    int length = 0;
    for (struct node *at = nodes[0].next; at != NULL; at = at->next) {
        length++;
    }
    assert(length == THREADS * NODES);
}

#elif PROGRAM == BUBBLE_SORT
enum { THREADS = 8 };
static int numbers[THREADS + 1] = {9, 8, 7, 6, 5, 4, 3, 2, 1};

static void work(int own) {
    pthread_mutex_lock(&lock);
    for (int i = 0; i < THREADS - own; i++) {
        if (numbers[i] > numbers[i + 1]) {
            int kept = numbers[i];
            numbers[i] = numbers[i + 1];
            numbers[i + 1] = kept;
        }
    }
    pthread_mutex_unlock(&lock);
}

static void check(void) {
    for (int i = 0; i < THREADS; i++) {
        assert(numbers[i] <= numbers[i + 1]);
    }
}

#elif PROGRAM == PIPER
enum { THREADS = 8, SEATS = 2 };
static int booked;

static void work(int own) {
    if (own % 2 == 0) {
        pthread_mutex_lock(&lock);
        bool has_seat = booked < SEATS;
        pthread_mutex_unlock(&lock);
        pthread_mutex_lock(&lock);
        if (has_seat) {
            booked++;
            assert(booked <= SEATS);
        }
        pthread_mutex_unlock(&lock);
    } else {
        pthread_mutex_lock(&lock);
        booked = booked > 0 ? booked - 1 : 0;
        pthread_mutex_unlock(&lock);
    }
}

static void check(void) {}

#elif PROGRAM == ALLOCATION_VECTOR
enum { THREADS = 2, BLOCKS = 4 };
static bool used[BLOCKS];

static int find_free(void) {
    pthread_mutex_lock(&lock);
    int block = 0;
    while (block < BLOCKS && used[block]) {
        block++;
    }
    pthread_mutex_unlock(&lock);
    return block;
}

static bool is_free(int block) {
    pthread_mutex_lock(&lock);
    bool free = !used[block];
    pthread_mutex_unlock(&lock);
    return free;
}

static void mark(int block, bool as) {
    pthread_mutex_lock(&lock);
    used[block] = as;
    pthread_mutex_unlock(&lock);
}

static void work(int own) {
    (void)own;
    int block = find_free();
    assert(is_free(block));
    mark(block, true);
    mark(block, false);
}

static void check(void) {}

#elif PROGRAM == BUF_WRITER
enum { THREADS = 4 };
static int written;

static void work(int own) {
    pthread_mutex_lock(&lock);
    if (own == 0) {
        written++;
    } else if (own == THREADS - 1) {
        assert(written > 0);
    }
    pthread_mutex_unlock(&lock);
}

static void check(void) {}

#elif PROGRAM == PING_PONG
enum { THREADS = 17 };
static atomic_int hits;
static atomic_bool in_play = true;

static void work(int own) {
    (void)own;
    bool seen = in_play;
    if (seen) {
        in_play = false;
        hits++;
        assert(hits == 1);
    }
}

static void check(void) {}

#elif PROGRAM == MANAGER
enum { THREADS = 5 };
static atomic_int blocks = 1;

static void work(int own) {
    (void)own;
    if (blocks > 0) {
        int left = --blocks;
        assert(left >= 0);
    }
}

static void check(void) {}

#elif PROGRAM == ACCOUNT
enum { THREADS = 2 };
static atomic_int balance;

static void work(int own) {
    (void)own;
    for (int i = 0; i < 3; i++) {
        int seen = balance;
        balance = seen + 10;
    }
}

static void check(void) {
    assert(balance == THREADS * 30);
}

#else
enum { THREADS = 10, TICKETS = 8 };
static int sold;
static bool stopped;

static void work(int own) {
    pthread_mutex_lock(&lock);
    if (own == THREADS - 2) {
        stopped = true;
    } else if (!stopped) {
        sold++;
    }
    pthread_mutex_unlock(&lock);
}

static void check(void) {
    assert(sold <= TICKETS);
}
#endif

static void *run(void *number) {
    work((int)(long)number);
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    for (long i = 0; i < THREADS; i++) {
        pthread_create(&threads[i], NULL, run, (void *)i);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    check();
    return 0;
}
