// java.util's StringBuffer of JDK 1.4: append(other) copies characters that other no longer has.
//
// The bug: append asks the other buffer for its length, and then for so many characters. Each call holds the other's lock; between the
// two another thread empties it.
// The fix (-DFIXED): hold the other buffer's lock over both calls.
//
//   heddle check 03-stringbuffer-append.c
//   heddle check -DFIXED 03-stringbuffer-append.c
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=clean args=-DFIXED
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct buffer {
    pthread_mutex_t lock;
    int length;
    char text[16];
};

static struct buffer ours = {PTHREAD_MUTEX_INITIALIZER, 0, ""};
static struct buffer other = {PTHREAD_MUTEX_INITIALIZER, 3, "abc"};

#ifdef FIXED
#define LOCK_WHOLE(b) pthread_mutex_lock(&(b)->lock)
#define UNLOCK_WHOLE(b) pthread_mutex_unlock(&(b)->lock)
#define LOCK_CALL(b) ((void)0)
#define UNLOCK_CALL(b) ((void)0)
#else
#define LOCK_WHOLE(b) ((void)0)
#define UNLOCK_WHOLE(b) ((void)0)
#define LOCK_CALL(b) pthread_mutex_lock(&(b)->lock)
#define UNLOCK_CALL(b) pthread_mutex_unlock(&(b)->lock)
#endif

static int length_of(struct buffer *b) {
    LOCK_CALL(b);
    int length = b->length;
    UNLOCK_CALL(b);
    return length;
}

static void get_chars(struct buffer *b, int count, char *to) {
    LOCK_CALL(b);
    assert(count <= b->length); /* Java throws StringIndexOutOfBoundsException */
    memcpy(to, b->text, (size_t)count);
    UNLOCK_CALL(b);
}

static void *append(void *unused) {
    pthread_mutex_lock(&ours.lock);
    LOCK_WHOLE(&other);
    int count = length_of(&other);
    get_chars(&other, count, ours.text + ours.length);
    UNLOCK_WHOLE(&other);
    ours.length += count;
    pthread_mutex_unlock(&ours.lock);
    return unused;
}

static void *erase(void *unused) {
    pthread_mutex_lock(&other.lock);
    other.length = 0;
    pthread_mutex_unlock(&other.lock);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, append, NULL);
    pthread_create(&threads[1], NULL, erase, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
