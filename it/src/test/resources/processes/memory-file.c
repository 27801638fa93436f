// Two processes share a file in memory: by mappings that were there before the fork (HOW 0), that each makes for itself (1), by its bytes (2), or
// by a mapping and its bytes (3). With -DBUG nothing keeps them apart.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
struct shared { pthread_mutex_t lock; int hits; };
static int file;
static struct shared *map(void) {
    struct shared *s = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    assert(s != MAP_FAILED);
    return s;
}
static void hit(struct shared *s) {
#ifndef BUG
    pthread_mutex_lock(&s->lock);
#endif
#if HOW >= 2
    int hits;
    assert(pread(file, &hits, sizeof hits, offsetof(struct shared, hits)) == sizeof hits);
    hits++;
    assert(pwrite(file, &hits, sizeof hits, offsetof(struct shared, hits)) == sizeof hits);
#else
    s->hits++;
#endif
#ifndef BUG
    pthread_mutex_unlock(&s->lock);
#endif
}
int main(void) {
    file = memfd_create("shared", MFD_CLOEXEC);
    assert(file >= 0 && ftruncate(file, 4096) == 0);
    struct shared *s = map();
    pthread_mutexattr_t shared;
    pthread_mutexattr_init(&shared);
    pthread_mutexattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&s->lock, &shared);
    pid_t child = fork();
    struct shared *mine = HOW == 1 ? map() : s;
    hit(mine);
    if (child == 0) {
        _exit(0);
    }
    int status;
    assert(waitpid(child, &status, 0) == child && status == 0);
    int hits;
#if HOW == 3
    hits = s->hits;
#else
    assert(pread(file, &hits, sizeof hits, offsetof(struct shared, hits)) == sizeof hits);
#endif
    assert(hits == 2);
    return 0;
}
