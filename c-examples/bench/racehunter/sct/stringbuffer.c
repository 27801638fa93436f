// Appending a buffer to another: the length of the source is asked for first, and the characters are copied in a second step.
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=bug kind=assertion cause=assertion args=--bound switches=2
#include <assert.h>
#include <string.h>

#include "../../together.h"

struct buffer {
    pthread_mutex_t lock;
    size_t length;
    char text[16];
};

static struct buffer source = {PTHREAD_MUTEX_INITIALIZER, 3, "abc"};
static struct buffer target = {PTHREAD_MUTEX_INITIALIZER, 0, ""};

static size_t length_of(struct buffer *buffer) {
    pthread_mutex_lock(&buffer->lock);
    size_t length = buffer->length;
    pthread_mutex_unlock(&buffer->lock);
    return length;
}

static void copy_to(struct buffer *buffer, size_t length, char *to) {
    pthread_mutex_lock(&buffer->lock);
    assert(length <= buffer->length);
    memcpy(to, buffer->text, length);
    pthread_mutex_unlock(&buffer->lock);
}

static void *append(void *unused) {
    pthread_mutex_lock(&target.lock);
    size_t length = length_of(&source);
    copy_to(&source, length, target.text + target.length);
    target.length += length;
    pthread_mutex_unlock(&target.lock);
    return unused;
}

static void *erase(void *unused) {
    pthread_mutex_lock(&source.lock);
    source.length = 0;
    pthread_mutex_unlock(&source.lock);
    return unused;
}

int main(void) {
    TOGETHER(append, erase);
    return 0;
}
