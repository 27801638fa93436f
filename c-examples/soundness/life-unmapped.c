// One thread uses pages that another one unmaps. The fix (-DFIXED): whoever unmaps waits for the other to end.
//
// heddle: verdict=bug others=3 races=1 args=--keep-going
// heddle: verdict=clean args=-DFIXED
// heddle: verdict=bug others=3 races=1 args=--keep-going -DSEGMENT
// heddle: verdict=clean args=-DFIXED -DSEGMENT
// heddle: verdict=bug others=3 races=1 args=--keep-going -DREADS
// heddle: verdict=bug others=3 races=1 args=--keep-going -DREADS -DSEGMENT
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>
#include <sys/shm.h>

static char *pages;

#ifdef SEGMENT
static char *map(void) {
    int segment = shmget(IPC_PRIVATE, 8192, 0600);
    char *at = shmat(segment, NULL, 0);
    shmctl(segment, IPC_RMID, NULL);
    return at;
}
static void unmap(void) { shmdt(pages); }
#else
static char *map(void) { return mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); }
static void unmap(void) { munmap(pages, 8192); }
#endif

static void *use(void *unused) {
#ifdef READS
    return pages[5000] ? unused : NULL;
#else
    pages[5000] = 1;
    return unused;
#endif
}

int main(void) {
    pthread_t thread;
    pages = map();
    pthread_create(&thread, NULL, use, NULL);
#ifdef FIXED
    pthread_join(thread, NULL);
    unmap();
#else
    unmap();
    pthread_join(thread, NULL);
#endif
    return 0;
}
