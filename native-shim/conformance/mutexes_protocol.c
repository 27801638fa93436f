#include "conformance.h"

int main(void) {
    pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER, inherit, protect;
    pthread_mutexattr_t attributes;
    int ceiling = -1;
    CALL(pthread_mutex_getprioceiling(&plain, &ceiling));
    CALL(pthread_mutex_setprioceiling(&plain, 10, &ceiling));
    pthread_mutexattr_init(&attributes);
    CALL(pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT));
    CALL(pthread_mutex_init(&inherit, &attributes));
    CALL(pthread_mutex_lock(&inherit));
    CALL(pthread_mutex_trylock(&inherit));
    CALL(pthread_mutex_unlock(&inherit));
    CALL(pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_PROTECT));
    CALL(pthread_mutexattr_setprioceiling(&attributes, 5));
    CALL(pthread_mutex_init(&protect, &attributes));
    CALL(pthread_mutex_getprioceiling(&protect, &ceiling));
    SHOW(ceiling);
    CALL(pthread_mutex_setprioceiling(&protect, 1000, &ceiling));
    CALL(pthread_mutex_setprioceiling(&protect, 6, &ceiling));
    SHOW(ceiling);
    CALL(pthread_mutex_getprioceiling(&protect, &ceiling));
    SHOW(ceiling);
    return 0;
}
