// Lock-free code for x86 as it was written before C11: volatile accesses beside inline assembly. In a file with such assembly they are
// single instructions with the order of x86, and so no data races.
//
//   heddle check -DTEST=sequence c-examples/soundness/assembly-volatile.c
//
// heddle: verdict=bug kind=assertion cause=assertion args=-DTEST=sequence
// heddle: verdict=clean args=-DTEST=sequence -DFIXED
// heddle: verdict=bug kind=assertion cause=assertion args=-DTEST=ring
// heddle: verdict=clean args=-DTEST=ring -DFIXED
// heddle: verdict=bug kind=assertion cause=assertion args=-DTEST=tickets
// heddle: verdict=clean args=-DTEST=tickets -DFIXED
// heddle: verdict=bug kind=livelock cause=spin races=1 args=-DTEST=tries
// heddle: verdict=clean args=-DTEST=tries -DFIXED
// heddle: verdict=bug kind=assertion cause=assertion args=-DTEST=references
// heddle: verdict=clean args=-DTEST=references -DFIXED
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef FIXED
#define IS_FIXED 1
#else
#define IS_FIXED 0
#endif

static int data;

/* Whoever reads looks whether somebody has written meanwhile; the bug: once only, before. */
static volatile unsigned sequence_number;
static volatile int left, right;
static void sequence(int who) {
    if (who) {
        sequence_number++;
        __asm__ volatile("" ::: "memory");
        left = 1;
        right = 1;
        __asm__ volatile("" ::: "memory");
        sequence_number++;
        return;
    }
    unsigned before;
    int one, other;
    do {
        do {
            before = sequence_number;
        } while (before & 1);
        __asm__ volatile("lfence" ::: "memory");
        one = left;
        other = right;
        __asm__ volatile("lfence" ::: "memory");
    } while (IS_FIXED && sequence_number != before);
    assert(one == other);
}

/* Of two slots; the bug: the producer takes them for three. */
enum { SLOTS = 2, NUMBERS = 3 };
static volatile unsigned head, tail;
static int slots[SLOTS];
static void ring(int who) {
    for (int i = 1; who && i <= NUMBERS; i++) {
        unsigned at = head;
        while (at - tail == SLOTS + !IS_FIXED) {
            __asm__ volatile("pause" ::: "memory");
        }
        slots[at % SLOTS] = i;
        __asm__ volatile("sfence" ::: "memory");
        __asm__ volatile("movl %1, %0" : "=m"(head) : "r"(at + 1) : "memory");
    }
    for (int i = 1; !who && i <= NUMBERS; i++) {
        unsigned at = tail;
        while (head == at) {
            __asm__ volatile("rep; nop" ::: "memory");
        }
        assert(slots[at % SLOTS] == i);
        __asm__ volatile("mfence" ::: "memory");
        tail = at + 1;
    }
}

/* The bug: the lock is given back between reading and writing. */
static volatile unsigned short now_served, next_ticket;
static void take(void) {
    unsigned short mine = 1;
    __asm__ volatile("lock; xaddw %0, %1" : "+r"(mine), "+m"(next_ticket) : : "memory", "cc");
    while (now_served != mine) {
        __asm__ volatile("pause" ::: "memory");
    }
}
static void give_back(void) { __asm__ volatile("incw %0" : "+m"(now_served) : : "memory", "cc"); }
static void tickets(int who) {
    (void)who;
    take();
    int was = data;
    if (!IS_FIXED) {
        give_back();
        take();
    }
    data = was + 1;
    give_back();
}

/* Who does not get the lock looks at it until it seems free; the bug: and takes it by two accesses. */
static volatile int word;
static void tries(int who) {
    (void)who;
    int had;
    do {
        had = 1;
        if (IS_FIXED) {
            __asm__ volatile("xchgl %0, %1" : "+r"(had), "+m"(word) : : "memory");
        } else {
            had = word;
            word = 1;
        }
        while (had && word) {
            __asm__ volatile("pause" ::: "memory");
        }
    } while (had);
    int was = data;
    __asm__ volatile("" ::: "memory");
    data = was + 1;
    __asm__ volatile("movl $0, %0" : "=m"(word) : : "memory");
}

/* Who gives back the last reference frees; the bug: who finds that there is none left does. */
static int count = 2;
static atomic_int frees;
static void references(int who) {
    (void)who;
    unsigned char is_last;
    __asm__ volatile("lock; decl %0; sete %1" : "+m"(count), "=qm"(is_last) : : "memory", "cc");
    frees += IS_FIXED ? is_last : *(volatile int *)&count == 0;
}

static int numbers[2] = {0, 1};
static void *work(void *who) {
    TEST(*(int *)who);
    return NULL;
}

int main(void) {
    (void)sequence, (void)ring, (void)tickets, (void)tries, (void)references;
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, work, &numbers[i]);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    assert(data == 0 || data == 2);
    assert(frees < 2);
    return 0;
}
