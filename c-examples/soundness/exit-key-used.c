// A key that another thread deletes is used afterwards. The fix (-DFIXED): it is deleted when the thread has ended.
//
// heddle: verdict=bug kind=misuse cause="pthread_setspecific: the key was deleted" races=1
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>

static pthread_key_t key;

static void *use(void *unused) {
    pthread_setspecific(key, &key);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_key_create(&key, NULL);
    pthread_create(&thread, NULL, use, NULL);
#ifdef FIXED
    pthread_join(thread, NULL);
    pthread_key_delete(key);
#else
    pthread_key_delete(key);
    pthread_join(thread, NULL);
#endif
    return 0;
}
