// A thread sends a message and frees it; the receiver may not have read it yet.
//
// The bug: in one order the receiver reads freed memory.
// The fix (-DFIXED): who receives the message frees it.
//
//   heddle check 50-use-after-free.c
//   heddle check -DFIXED 50-use-after-free.c
//
// heddle: verdict=bug kind=use-after-free cause=use-after-free races
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct message {
    int number;
};

static struct message *sent;
static sem_t arrived;

static void *receive(void *unused) {
    (void)unused;
    sem_wait(&arrived);
    int number = sent->number;
#ifdef FIXED
    free(sent);
#endif
    return number == 7 ? NULL : sent;
}

int main(void) {
    pthread_t receiver;
    sem_init(&arrived, 0, 0);
    pthread_create(&receiver, NULL, receive, NULL);
    struct message *message = malloc(sizeof *message);
    message->number = 7;
    sent = message;
    sem_post(&arrived);
#ifndef FIXED
    free(message);
#endif
    pthread_join(receiver, NULL);
    return 0;
}
