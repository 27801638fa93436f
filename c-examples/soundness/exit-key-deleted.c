// Whether the destructor of a key runs depends on who is first: the thread that ends, or the one that deletes the key. The fix
// (-DFIXED): it is deleted when the thread has ended.
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=clean args=-DFIXED
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static pthread_key_t key;
static atomic_int destroyed;
static sem_t set;

static void destroy(void *unused) {
    (void)unused;
    destroyed = 1;
}

static void *use(void *unused) {
    pthread_setspecific(key, &key);
    sem_post(&set);
    return unused;
}

int main(void) {
    pthread_t thread;
    sem_init(&set, 0, 0);
    pthread_key_create(&key, destroy);
    pthread_create(&thread, NULL, use, NULL);
    sem_wait(&set);
#ifdef FIXED
    pthread_join(thread, NULL);
    pthread_key_delete(key);
#else
    pthread_key_delete(key);
    pthread_join(thread, NULL);
#endif
    assert(destroyed);
    return 0;
}
