// Runs functions as threads, all at once, and waits for all of them: TOGETHER(deposit, withdraw, check).
#ifndef TOGETHER_H
#define TOGETHER_H

#include <pthread.h>
#include <stddef.h>

#define MOST_TOGETHER 128

static inline void run_together(size_t count, void *(*const *bodies)(void *)) {
    pthread_t threads[MOST_TOGETHER];
    for (size_t i = 0; i < count; i++) {
        pthread_create(&threads[i], NULL, bodies[i], NULL);
    }
    for (size_t i = 0; i < count; i++) {
        pthread_join(threads[i], NULL);
    }
}

#define TOGETHER(...)                                                                                                  \
    do {                                                                                                               \
        static void *(*const bodies[])(void *) = {__VA_ARGS__};                                                        \
        run_together(sizeof bodies / sizeof bodies[0], bodies);                                                        \
    } while (0)

#endif
