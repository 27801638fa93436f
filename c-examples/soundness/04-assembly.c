// Operations written in inline assembly, as lock-free libraries for x86 have them. Their operands tell what is read and written.
//
// heddle: verdict=bug kind=assertion cause=assertion args=-DTEST=added_twice
// heddle: verdict=bug kind=assertion cause=assertion args=-DTEST=subtracted
// heddle: verdict=clean args=-DTEST=lock_by_exchange
// heddle: verdict=clean args=-DTEST=lock_by_compare
// heddle: verdict=bug kind=data-race cause=read-write args=-DTEST=no_lock
// heddle: verdict=clean args=-DTEST=message
// heddle: verdict=clean args=-DTEST=message_by_store
// heddle: verdict=clean args=-DTEST=message_waited_for
// heddle: verdict=bug kind=data-race cause=read-write args=-DTEST=message_without_fence
// heddle: verdict=bug kind=data-race cause=atomic-and-plain args=-DTEST=not_locked
// heddle: verdict=bug kind=assertion cause=assertion args=-DTEST=behind_pointer
// heddle: verdict=clean args=-DTEST=pair_expected_behind_pointer
// heddle: verdict=bug kind=assertion cause=assertion args=-DTEST=pair_expected_behind_pointer -DONCE
// heddle: verdict=bug kind=data-race cause=read-write args=-DTEST=pair_expected_behind_pointer -DONE_FOR_ALL
// heddle: verdict=clean args=-DTEST=harmless
// heddle: verdict=bug kind=deadlock cause=lock-cycle args=-DTEST=harmless -DCYCLE
// heddle: verdict=clean args=-DTEST=lock_by_bit
// heddle: verdict=bug kind=data-race cause=read-write args=-DTEST=lock_by_bit -DAPART
// heddle: verdict=clean args=-DTEST=lock_by_register
// heddle: verdict=inconclusive args=-DTEST=lock_unseen --progress-limit=1s
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int word, data, flag, free_locks = 1;
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;

static int fetch_add(int *at, int by) {
    __asm__ volatile("lock xaddl %0, %1" : "+r"(by), "+m"(*at) : : "memory", "cc");
    return by;
}
static int exchange(int *at, int by) {
    __asm__ volatile("xchgl %0, %1" : "+r"(by), "+m"(*at) : : "memory");
    return by;
}
static int compare_and_swap(int *at, int from, int to) {
    int found;
    __asm__ volatile("lock; cmpxchgl %2, %1" : "=a"(found), "+m"(*at) : "r"(to), "0"(from) : "memory", "cc");
    return found == from;
}
static void barrier(void) { __asm__ volatile("mfence" ::: "memory"); }
static void older_barrier(void) { __asm__ volatile("lock; addl $0,0(%%rsp)" ::: "memory", "cc"); }
static void pause_for_a_while(void) { __asm__ volatile("rep; nop" ::: "memory"); }
static int load(int *at) {
    int value;
    __asm__ volatile("movl %1, %0" : "=r"(value) : "m"(*at) : "memory");
    return value;
}
static void store(int *at, int value) { __asm__ volatile("movl %1, %0" : "=m"(*at) : "r"(value) : "memory"); }

static void added_twice(int who) { assert(fetch_add(&word, 1) == who); }

static void subtracted(int who) {
    unsigned char zero;
    __asm__ volatile("lock; subl %2, %0; sete %1" : "+m"(word), "=q"(zero) : "er"(who ? -1 : 1) : "memory", "cc");
    assert(!zero || !who);
}

static void lock_by_exchange(int who) {
    while (exchange(&word, 1)) {
        pause_for_a_while();
    }
    data += who;
    exchange(&word, 0);
}

static void lock_by_compare(int who) {
    while (!compare_and_swap(&word, 0, 1)) {
        pause_for_a_while();
    }
    data += who;
    store(&word, 0);
}

/* Bits are counted from the start of the array: the word that has this one depends on the register. */
static unsigned long bits[4];
static void lock_by_bit(int who) {
#ifdef APART
    long bit = who ? 70 : 6;
#else
    long bit = 70 + who * 0;
#endif
    unsigned char was_set;
    do {
        __asm__ volatile("lock btsq %2, %1; setc %0" : "=q"(was_set), "+m"(*bits) : "r"(bit) : "memory", "cc");
    } while (was_set);
    data += 1;
    __asm__ volatile("lock btrq %1, %0" : "+m"(*bits) : "r"(bit) : "memory", "cc");
}

static void lock_by_register(int who) {
    int taken;
    do {
        taken = 1;
        __asm__ volatile("xchg %0, (%1)" : "+r"(taken) : "r"(&word) : "memory");
    } while (taken);
    data += who;
    store(&word, 0);
}

/* It loops by itself, so what it does is not known, but that it may be a lock: that the two accesses race is not told. */
static void lock_unseen(int who) {
    __asm__ volatile("1: lock; decl %0; jns 2f; lock; incl %0; pause; jmp 1b; 2:" : "+m"(free_locks) : : "memory", "cc");
    data += who;
    __asm__ volatile("lock; incl %0" : "+m"(free_locks) : : "memory", "cc");
}

static void no_lock(int who) {
    if (compare_and_swap(&word, who, 1)) { /* whoever comes, it may be free */
        data += 1;
    }
    fetch_add(&word, 1);
}

static void message(int who) {
    if (!who) {
        data = 1;
        barrier();
        __atomic_store_n(&flag, 1, __ATOMIC_RELAXED);
    } else if (__atomic_load_n(&flag, __ATOMIC_RELAXED)) {
        older_barrier();
        assert(data == 1);
    }
}

static void message_by_store(int who) {
    if (!who) {
        data = 1;
        store(&flag, 1);
    } else if (load(&flag)) {
        assert(data == 1);
    }
}

static void message_waited_for(int who) {
    if (!who) {
        data = 1;
        store(&flag, 1);
    } else {
        while (!load(&flag)) {
            pause_for_a_while();
        }
        assert(data == 1);
    }
}

static void message_without_fence(int who) {
    if (!who) {
        data = 1;
        __atomic_store_n(&flag, 1, __ATOMIC_RELAXED);
    } else if (__atomic_load_n(&flag, __ATOMIC_RELAXED)) {
        __asm__ volatile("" ::: "memory");
        data += 1;
    }
}

static void not_locked(int who) {
    __asm__ volatile("addl %1, %0" : "+m"(word) : "r"(who) : "cc");
}

static void behind_pointer(int who) {
    int by = 1, *at = &word;
    __asm__ volatile("lock; xaddl %0, (%1)" : "+r"(by) : "r"(at) : "memory", "cc");
    assert(by == who);
}

/* The two words that are expected are read behind a pointer, as in ConcurrencyKit. */
static struct {
    unsigned long first, second;
} __attribute__((aligned(16))) pair, expected_of_all;
static int pairs;
static void pair_expected_behind_pointer(int who) {
    struct {
        unsigned long first, second;
    } own = {0, 0}, *expected = &own;
    unsigned char done;
#ifdef ONE_FOR_ALL
    expected = (void *)&expected_of_all;
    if (who) {
        expected_of_all.first = 0;
        return;
    }
#endif
    (void)who;
    do {
        own.second = __atomic_load_n(&pair.second, __ATOMIC_ACQUIRE);
        own.first = __atomic_load_n(&pair.first, __ATOMIC_ACQUIRE);
        __asm__ volatile("movq 0(%4), %%rax; movq 8(%4), %%rdx; lock cmpxchg16b %0; setz %1"
                         : "+m"(pair), "=q"(done)
                         : "b"(own.first + 1), "c"(own.second + 1), "r"(expected)
                         : "memory", "cc", "rax", "rdx");
#ifdef ONCE
    } while (0);
    assert(done);
#else
    } while (!done);
#endif
    if (fetch_add(&pairs, 1) == 1) {
        assert(pair.first == 2 && pair.second == 2);
    }
}

static void harmless(int who) {
    unsigned low;
    __asm__ volatile("" : "+r"(who) : : "memory");
    __asm__("bsrl %1, %0" : "=r"(low) : "r"(who + 2) : "cc");
    pause_for_a_while();
#ifdef CYCLE
    pthread_mutex_lock(who ? &one : &two);
    pthread_mutex_lock(who ? &two : &one);
#else
    pthread_mutex_lock(&one);
    pthread_mutex_lock(&two);
#endif
    data += (int)low;
    pthread_mutex_unlock(&one);
    pthread_mutex_unlock(&two);
}

static int numbers[2] = {0, 1};
static void *work(void *who) {
    TEST(*(int *)who);
    return NULL;
}

int main(void) {
    (void)added_twice, (void)subtracted, (void)lock_by_exchange, (void)lock_by_compare, (void)no_lock, (void)message;
    (void)message_by_store, (void)message_waited_for, (void)message_without_fence, (void)not_locked, (void)behind_pointer;
    (void)harmless, (void)pair_expected_behind_pointer;
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, work, &numbers[i]);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
