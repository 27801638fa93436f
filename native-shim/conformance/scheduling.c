#include "conformance.h"

static void show(const char *who) {
    struct sched_param parameters = {-1};
    int policy = -1;
    pthread_getschedparam(pthread_self(), &policy, &parameters);
    printf("%s: policy %d priority %d, %d\n", who, policy, parameters.sched_priority, sched_getscheduler(0));
}

static void *shows(void *who) {
    show(who);
    return NULL;
}

static void create(const char *who, int inherits, int policy, int priority) {
    pthread_attr_t attributes;
    pthread_t thread;
    struct sched_param parameters = {priority};
    pthread_attr_init(&attributes);
    CALL(pthread_attr_setinheritsched(&attributes, inherits));
    CALL(pthread_attr_setschedpolicy(&attributes, policy));
    CALL(pthread_attr_setschedparam(&attributes, &parameters));
    int error = pthread_create(&thread, &attributes, shows, (void *)who);
    if (error == 0) {
        pthread_join(thread, NULL);
    }
    printf("%s: %s\n", who, error_name(error));
    pthread_attr_destroy(&attributes);
}

static void protect(int ceiling) {
    pthread_mutexattr_t attributes;
    pthread_mutex_t mutex;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_PROTECT);
    CALL(pthread_mutexattr_setprioceiling(&attributes, ceiling));
    CALL(pthread_mutex_init(&mutex, &attributes));
    int error = pthread_mutex_lock(&mutex);
    printf("ceiling %d: lock %s\n", ceiling, error_name(error));
    if (error == 0) {
        CALL(pthread_mutex_unlock(&mutex));
    }
    error = pthread_mutex_trylock(&mutex);
    printf("ceiling %d: trylock %s\n", ceiling, error_name(error));
    if (error == 0) {
        CALL(pthread_mutex_unlock(&mutex));
    }
}

int main(void) {
    struct sched_param parameters = {0};
    show("main");
    create("inherits", PTHREAD_INHERIT_SCHED, SCHED_FIFO, 10);
    create("explicit other", PTHREAD_EXPLICIT_SCHED, SCHED_OTHER, 0);
    create("explicit fifo", PTHREAD_EXPLICIT_SCHED, SCHED_FIFO, 10);
    create("explicit rr", PTHREAD_EXPLICIT_SCHED, SCHED_RR, 99);
    CALL(pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters));
    parameters.sched_priority = 100;
    CALL(pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters));
    parameters.sched_priority = 5;
    CALL(pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameters));
    CALL(pthread_setschedparam(pthread_self(), 77, &parameters));
    int error = pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters);
    printf("fifo: %s\n", error_name(error));
    show("main");
    create("inherits", PTHREAD_INHERIT_SCHED, SCHED_OTHER, 0);
    protect(20);
    protect(5);
    protect(4);
    CALL(pthread_setschedprio(pthread_self(), 1000));
    parameters.sched_priority = 0;
    CALL(pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameters));
    show("main");
    return 0;
}
