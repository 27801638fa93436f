// Library functions access memory, too: one thread copies a name while another one writes a new name in its place.
//
// The bug: strcpy and strlen race.
// The fix (-DFIXED): a mutex.
//
//   heddle check 54-strings.c
//   heddle check -DFIXED 54-strings.c
//
// heddle: verdict=bug kind=data-race cause=read-write
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>
#include <string.h>

static char name[16] = "nobody";
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *rename_it(void *unused) {
    (void)unused;
#ifdef FIXED
    pthread_mutex_lock(&mutex);
#endif
    strcpy(name, "somebody");
#ifdef FIXED
    pthread_mutex_unlock(&mutex);
#endif
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, rename_it, NULL);
    pthread_mutex_lock(&mutex);
    size_t length = strlen(name);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    return length > 8;
}
