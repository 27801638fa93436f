// A trace library: threads register themselves in a table whose length is not under its lock, and one's lines are lost.
//
// heddle: verdict=bug kind=assertion cause=assertion races
// heddle: verdict=bug kind=assertion cause=assertion races args=--bound switches=2
#include <assert.h>
#include <string.h>

#include "../../together.h"

enum { MOST = 4 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *names[MOST];
static int registered;
static int lines;

static int register_thread(const char *name) {
    int own = registered;
    pthread_mutex_lock(&lock);
    names[own] = name;
    pthread_mutex_unlock(&lock);
    registered = own + 1;
    return own;
}

static void trace(int own, const char *name) {
    pthread_mutex_lock(&lock);
    assert(strcmp(names[own], name) == 0);
    lines++;
    pthread_mutex_unlock(&lock);
}

static void *reader(void *unused) {
    trace(register_thread("reader"), "reader");
    return unused;
}

static void *writer(void *unused) {
    trace(register_thread("writer"), "writer");
    return unused;
}

int main(void) {
    TOGETHER(reader, writer);
    assert(lines == 2);
    return 0;
}
