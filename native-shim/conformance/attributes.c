#include "conformance.h"

static sem_t done;

static void *look(void *argument) {
    pthread_attr_t attributes;
    size_t size;
    void *base;
    int state, policy;
    struct sched_param parameters;
    char here;
    CALL(pthread_getattr_np(pthread_self(), &attributes));
    pthread_attr_getstack(&attributes, &base, &size);
    pthread_attr_getdetachstate(&attributes, &state);
    SHOW(&here > (char *)base && &here < (char *)base + size);
    SHOW(state == PTHREAD_CREATE_DETACHED);
    pthread_attr_destroy(&attributes);
    CALL(pthread_getschedparam(pthread_self(), &policy, &parameters));
    SHOW(policy == SCHED_OTHER);
    SHOW(parameters.sched_priority);
    parameters.sched_priority = 50;
    CALL(pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameters));
    parameters.sched_priority = 0;
    CALL(pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameters));
    CALL(pthread_setschedprio(pthread_self(), 0));
    sem_post(&done);
    return argument;
}

int main(void) {
    pthread_attr_t attributes;
    pthread_t thread;
    void *result;
    cpu_set_t set, none;
    clockid_t clock;
    struct timespec now;
    CALL(pthread_attr_init(&attributes));
    CALL(pthread_attr_setstacksize(&attributes, 1));
    CALL(pthread_attr_setstacksize(&attributes, 1 << 20));
    sem_init(&done, 0, 0);
    pthread_create(&thread, &attributes, look, (void *)1);
    CALL(pthread_join(thread, &result));
    look(NULL);
    sem_wait(&done);
    sem_wait(&done);
    CALL(pthread_attr_setdetachstate(&attributes, 12));
    CALL(pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED));
    pthread_create(&thread, &attributes, look, NULL);
    sem_wait(&done);
    CALL(pthread_getaffinity_np(pthread_self(), sizeof set, &set));
    SHOW(CPU_COUNT(&set) > 0);
    CPU_ZERO(&none);
    CALL(pthread_setaffinity_np(pthread_self(), sizeof none, &none));
    CALL(pthread_setaffinity_np(pthread_self(), sizeof set, &set));
    CALL(pthread_getcpuclockid(pthread_self(), &clock));
    SHOW(clock_gettime(clock, &now));
    return 0;
}
