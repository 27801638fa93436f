/* Crashes on line 5, behind a visible operation elsewhere, called from line 8. */
#include <stddef.h>
#include <pthread.h>
static void deeper(int *p) {
    *p = 1;
}
static void *f(void *a) {
    deeper((int *)a);
    return a;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, f, NULL);
    pthread_join(t, NULL);
    return 0;
}
