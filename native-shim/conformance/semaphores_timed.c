#include "conformance.h"

static sem_t sem;

int main(void) {
    sem_init(&sem, 0, 1);
    struct timespec past = {0, 0}, bad = {0, 1000000000}, negative = {-1, 0}, soon = in(CLOCK_REALTIME, 20),
                    later = in(CLOCK_MONOTONIC, 20);
    CALL_ERRNO(sem_timedwait(&sem, &past));
    CALL_ERRNO(sem_timedwait(&sem, &past));
    CALL_ERRNO(sem_timedwait(&sem, &bad));
    CALL_ERRNO(sem_timedwait(&sem, &negative));
    CALL_ERRNO(sem_timedwait(&sem, &soon));
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    SHOW(now.tv_sec > soon.tv_sec || (now.tv_sec == soon.tv_sec && now.tv_nsec >= soon.tv_nsec));
    CALL_ERRNO(sem_clockwait(&sem, CLOCK_MONOTONIC, &later));
    CALL_ERRNO(sem_clockwait(&sem, CLOCK_PROCESS_CPUTIME_ID, &later));
    CALL_ERRNO(sem_clockwait(&sem, CLOCK_REALTIME, &bad));
    sem_post(&sem);
    CALL_ERRNO(sem_clockwait(&sem, CLOCK_MONOTONIC, &later));
    return 0;
}
