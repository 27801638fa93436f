// One thread uses pages that another one unmaps. The fix (-DFIXED): whoever unmaps waits for the other to end.
//
// heddle: verdict=bug others=3 races=1 args=--keep-going
// heddle: verdict=clean args=-DFIXED
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>

static char *pages;

static void *use(void *unused) {
    pages[5000] = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_create(&thread, NULL, use, NULL);
#ifdef FIXED
    pthread_join(thread, NULL);
    munmap(pages, 8192);
#else
    munmap(pages, 8192);
    pthread_join(thread, NULL);
#endif
    return 0;
}
