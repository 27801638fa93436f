// A loop waits for an atomic that it finds by a pointer in memory: what it reads on the way is another scheduling point, and the loop a wait.
//
// heddle: verdict=clean
// heddle: verdict=clean args=-DON_STACK
// heddle: verdict=bug kind=livelock cause=spin args=-DWITHOUT
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

struct token {
    atomic_int *state;
};

static atomic_int state;

static __attribute__((noinline)) int is_asked(const struct token *token) { return token->state && *token->state & 1; }

static void *work(void *argument) {
    struct token *token = argument;
#ifdef ON_STACK
    struct token own = *token;
    token = &own;
#endif
    while (!is_asked(token)) {
        sched_yield();
    }
    return NULL;
}

int main(void) {
    pthread_t thread;
    struct token *token = malloc(sizeof *token);
    token->state = &state;
    pthread_create(&thread, NULL, work, token);
#ifndef WITHOUT
    state |= 1;
#endif
    pthread_join(thread, NULL);
    free(token);
    return 0;
}
