// Threads that do what its arguments say, two characters an operation, and print what they have read and what is there in the end. The
// second character says which variable and which value: see StoreBufferMachine.
//
//   w: stores (relaxed)     v: stores (release)    p: stores (plain, volatile)   W: stores (sequentially consistent)
//   l, h: stores the low or the high byte          r: loads (acquire)            q: loads (plain, volatile)
//   b: loads the high byte  x: exchanges           f: a fence (sequentially consistent)   a: a fence (acquire and release)
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

#define VARIABLES 3
#define MOST 16

static uint16_t variables[VARIABLES];
static struct thread {
    const char *program;
    int number, reads;
    unsigned read[MOST];
} threads[4];

static void *run(void *argument) {
    struct thread *self = argument;
    for (const char *p = self->program; *p; p += 2) {
        int operand = p[1] - '0';
        uint16_t *at = &variables[operand % VARIABLES];
        uint8_t *bytes = (uint8_t *)at;
        uint8_t value = (uint8_t)(1 + operand / VARIABLES + 2 * self->number);
        uint16_t both = (uint16_t)(value | value << 8);
        unsigned *read = &self->read[self->reads];
        switch (*p) {
            case 'w': __atomic_store_n(at, both, __ATOMIC_RELAXED); break;
            case 'v': __atomic_store_n(at, both, __ATOMIC_RELEASE); break;
            case 'p': *(volatile uint16_t *)at = both; break;
            case 'W': __atomic_store_n(at, both, __ATOMIC_SEQ_CST); break;
            case 'l': __atomic_store_n(bytes, value, __ATOMIC_RELAXED); break;
            case 'h': __atomic_store_n(bytes + 1, value, __ATOMIC_RELEASE); break;
            case 'r': *read = __atomic_load_n(at, __ATOMIC_ACQUIRE); self->reads++; break;
            case 'q': *read = *(volatile uint16_t *)at; self->reads++; break;
            case 'b': *read = __atomic_load_n(bytes + 1, __ATOMIC_RELAXED); self->reads++; break;
            case 'x': *read = __atomic_exchange_n(at, both, __ATOMIC_RELAXED); self->reads++; break;
            case 'f': atomic_thread_fence(memory_order_seq_cst); break;
            case 'a': atomic_thread_fence(memory_order_acq_rel); break;
        }
    }
    return NULL;
}

int main(int argc, char **argv) {
    pthread_t ids[4];
    for (int i = 1; i < argc; i++) {
        threads[i - 1].program = argv[i];
        threads[i - 1].number = i - 1;
        pthread_create(&ids[i - 1], NULL, run, &threads[i - 1]);
    }
    for (int i = 1; i < argc; i++) {
        pthread_join(ids[i - 1], NULL);
    }
    for (int i = 1; i < argc; i++) {
        for (int k = 0; k < threads[i - 1].reads; k++) {
            printf(" %u", threads[i - 1].read[k]);
        }
        printf("|");
    }
    for (int v = 0; v < VARIABLES; v++) {
        printf(" %u", variables[v]);
    }
    return 0;
}
