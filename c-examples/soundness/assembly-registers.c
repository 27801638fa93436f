// Inline assembly that leaves a value in a register, of which the compiler knows nothing, for the next statement: nothing in between may
// change it, whatever other threads do meanwhile with registers of that name.
//
//   (nothing)      a copy by way of a vector register, from one shared variable to another
//   -DSUM          a sum in a vector register, over a loop and two functions that become part of it
//   -DMMX          the same in a register of MMX
//   -DINTEGER      a number in an integer register
//   -DBUG          the second thread adds once more if it comes first
//
//   heddle check c-examples/soundness/assembly-registers.c
//
// heddle: verdict=clean
// heddle: verdict=clean args=-DSUM
// heddle: verdict=clean args=-DMMX
// heddle: verdict=clean args=-DINTEGER
// heddle: verdict=bug kind=assertion cause=assertion args=-DSUM -DBUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#define N 2
#define MOST (2 * N)
#define INLINE static inline __attribute__((always_inline))

static atomic_int turns;

#if defined SUM || defined MMX || defined INTEGER
#if defined SUM
#define BEGIN "pxor %%xmm5,%%xmm5"
#define ADD "movd %0,%%xmm6\n\tpaddd %%xmm6,%%xmm5"
#define END "movd %%xmm5,%0"
#elif defined MMX
#define BEGIN "pxor %%mm5,%%mm5"
#define ADD "movd %0,%%mm6\n\tpaddd %%mm6,%%mm5"
#define END "movd %%mm5,%0\n\temms"
#else
#define BEGIN "xor %%r10d,%%r10d"
#define ADD "add %0,%%r10d"
#define END "mov %%r10d,%0"
#endif

static int sums[2];

INLINE void begin(void) { __asm__ volatile(BEGIN : :); }

INLINE int end(void) {
    int sum;
    __asm__ volatile(END : "=rm"(sum));
    return sum;
}

static void *work(void *place) {
    int n = *(int *)place;
    begin();
    for (int i = 1; i <= N; i++) {
        __asm__ volatile(ADD : : "rm"(i * n));
        int turn = atomic_fetch_add(&turns, 1);
        assert(turn < MOST);
#ifdef BUG
        if (turn == 0 && n == 10) {
            __asm__ volatile(ADD : : "rm"(n));
        }
#endif
    }
    *(int *)place = end();
    return NULL;
}

int main(void) {
    pthread_t other;
    int *places[] = {sums, sums + 1};
    *places[1] = 10;
    *places[0] = 1;
    pthread_create(&other, NULL, work, places[1]);
    work(places[0]);
    pthread_join(other, NULL);
    assert(sums[0] == 3 && sums[1] == 30);
    return 0;
}
#else
static unsigned char from[2][16] __attribute__((aligned(16))) = {"abcdefghijklmno", "ABCDEFGHIJKLMNO"};
static unsigned char to[2][16] __attribute__((aligned(16)));

static void *copy(void *number) {
    int n = number != NULL;
    __asm__ volatile("movdqa %0,%%xmm0" : : "m"(from[n][0]));
    assert(atomic_fetch_add(&turns, 1) < MOST);
    __asm__ volatile("movntdq %%xmm0,%0" : "=m"(to[n][0]));
    assert(memcmp(from[n], to[n], sizeof to[n]) == 0);
    return NULL;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, copy, to);
    copy(NULL);
    pthread_join(other, NULL);
    return 0;
}
#endif
