/* mq_notify: by a signal, by a thread, and when not. */
#include "conformance.h"

#include <fcntl.h>
#include <mqueue.h>

static volatile sig_atomic_t seen, code, value;
static sem_t told;
static mqd_t queue;
static char text[8];

static void handler(int number, siginfo_t *info, void *context) {
    (void)number;
    (void)context;
    seen++;
    code = info->si_code;
    value = info->si_value.sival_int;
}

static void function(union sigval argument) {
    value = argument.sival_int;
    sem_post(&told);
}

static void *receives(void *unused) {
    return mq_receive(queue, text, sizeof text, NULL) > 0 ? text : unused;
}

static void send_and_take(void) {
    CALL(mq_send(queue, "x", 1, 0));
    SHOW(mq_receive(queue, text, sizeof text, NULL) > 0);
}

int main(void) {
    char name[40];
    struct mq_attr attributes = {.mq_maxmsg = 4, .mq_msgsize = sizeof text};
    snprintf(name, sizeof name, "/heddle-conformance-%d", (int)getpid());
    queue = mq_open(name, O_CREAT | O_RDWR, 0600, &attributes);
    mq_unlink(name);
    sem_init(&told, 0, 0);
    struct sigaction action = {.sa_flags = SA_SIGINFO};
    action.sa_sigaction = handler;
    sigaction(SIGUSR1, &action, NULL);

    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
    event.sigev_value.sival_int = 3;
    CALL(mq_notify(queue, &event));
    SHOW(mq_notify(queue, &event));
    puts(error_name(errno));
    send_and_take();
    while (!seen) {
        usleep(1000);
    }
    SHOW(code == SI_MESGQ);
    SHOW(value);
    send_and_take(); /* it is told once */
    SHOW(seen);
    CALL(mq_send(queue, "x", 1, 0));
    CALL(mq_notify(queue, &event));
    CALL(mq_send(queue, "y", 1, 0)); /* not into an empty queue */
    usleep(1000);
    SHOW(seen);
    CALL(mq_notify(queue, NULL));
    CALL(mq_notify(queue, NULL));
    SHOW(mq_receive(queue, text, sizeof text, NULL) > 0);
    SHOW(mq_receive(queue, text, sizeof text, NULL) > 0);

    event.sigev_notify = SIGEV_THREAD;
    event.sigev_notify_function = function;
    event.sigev_value.sival_int = 4;
    CALL(mq_notify(queue, &event));
    send_and_take();
    sem_wait(&told);
    SHOW(value);

    pthread_t thread;
    CALL(mq_notify(queue, &event));
    pthread_create(&thread, NULL, receives, NULL);
    usleep(50000);
    CALL(mq_send(queue, "x", 1, 0)); /* goes to who waits for it */
    void *got;
    pthread_join(thread, &got);
    SHOW(got == text);
    SHOW(mq_notify(queue, &event));
    puts(error_name(errno));
    event.sigev_notify = 99;
    SHOW(mq_notify(queue, &event));
    puts(error_name(errno));
    CALL(mq_close(queue));
    SHOW(mq_notify(queue, &event));
    puts(error_name(errno));
    return 0;
}
