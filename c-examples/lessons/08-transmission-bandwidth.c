// Transmission 1.42: the event thread uses the session's bandwidth before it has been made.
//
// The bug: the session starts its thread, and then allocates what the thread uses. Nearly always the allocation is quicker.
// The fix (-DFIXED): allocate before the thread is created.
//
//   heddle check --keep-going 08-transmission-bandwidth.c
//   heddle check -DFIXED 08-transmission-bandwidth.c
//
// heddle: verdict=bug kind=crash cause=SIGSEGV races=1 args=--keep-going
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>
#include <stdlib.h>

struct session {
    int *bandwidth;
};

static void *event_loop(void *argument) {
    struct session *session = argument;
    *session->bandwidth += 1;
    return NULL;
}

int main(void) {
    struct session *session = calloc(1, sizeof *session);
    pthread_t events;
#ifdef FIXED
    session->bandwidth = calloc(1, sizeof *session->bandwidth);
    pthread_create(&events, NULL, event_loop, session);
#else
    pthread_create(&events, NULL, event_loop, session);
    session->bandwidth = calloc(1, sizeof *session->bandwidth);
#endif
    pthread_join(events, NULL);
    free(session->bandwidth);
    free(session);
    return 0;
}
