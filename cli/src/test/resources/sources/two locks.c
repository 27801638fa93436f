#include <pthread.h>
static void *work_ab(void *p) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
}
static void *work_ba(void *p) {
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
}
int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, work_ab, NULL);
    pthread_create(&t[1], NULL, work_ba, NULL);
}
