/* One shared integer, to be read and written in three ways:
 * by default an atomic of the memory order ORDER; with -DMTX a plain int, each access in a critical section of its own, for
 * tools that see pthread calls only; with -DPLAIN a plain int, for tools that see memory accesses. */
#ifndef SHARED_INT_H
#define SHARED_INT_H

#include <pthread.h>
#include <stdatomic.h>

#ifdef MTX
struct shared_int {
    int value;
    pthread_mutex_t mutex;
};
static inline void shared_init(struct shared_int *s) {
    pthread_mutex_init(&s->mutex, NULL);
}
static inline int shared_read(struct shared_int *s) {
    pthread_mutex_lock(&s->mutex);
    int value = s->value;
    pthread_mutex_unlock(&s->mutex);
    return value;
}
static inline void shared_write(struct shared_int *s, int value) {
    pthread_mutex_lock(&s->mutex);
    s->value = value;
    pthread_mutex_unlock(&s->mutex);
}
#else
#ifdef PLAIN
#define SHARED_LOAD(s) ((s)->value)
#define SHARED_STORE(s, v) ((s)->value = (v))
struct shared_int {
    volatile int value;
};
#else
#ifndef ORDER
#define ORDER memory_order_seq_cst
#endif
#define SHARED_LOAD(s) atomic_load_explicit(&(s)->value, ORDER)
#define SHARED_STORE(s, v) atomic_store_explicit(&(s)->value, (v), ORDER)
struct shared_int {
    atomic_int value;
};
#endif
static inline void shared_init(struct shared_int *s) {
    (void)s;
}
static inline int shared_read(struct shared_int *s) {
    return SHARED_LOAD(s);
}
static inline void shared_write(struct shared_int *s, int value) {
    SHARED_STORE(s, value);
}
#endif

#endif
