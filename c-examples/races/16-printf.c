// One thread prints a name while another one writes it: what printf reads counts as well.
// The fix (-DFIXED): with the lock.
//
//   heddle check races/16-printf.c
//   heddle check -DFIXED races/16-printf.c
//
// heddle: verdict=bug kind=data-race cause=read-write
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char name[8] = "nobody";

static void *rename_it(void *unused) {
    (void)unused;
    pthread_mutex_lock(&mutex);
    name[0] = 'N';
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void) {
    char line[32];
    pthread_t thread;
    pthread_create(&thread, NULL, rename_it, NULL);
#ifdef FIXED
    pthread_mutex_lock(&mutex);
#endif
    int length = snprintf(line, sizeof line, "%3d%%: %-10.5s", 50, name);
#ifdef FIXED
    pthread_mutex_unlock(&mutex);
#endif
    pthread_join(thread, NULL);
    return length < 0;
}
