// One thread writes a page that another one makes read-only: the writer dies if it comes last. Reading it (-DREADS) is allowed in
// either order.
//
// heddle: verdict=bug kind=crash cause=SIGSEGV races=1
// heddle: verdict=clean args=-DREADS
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>

static volatile char *page;

static void *use(void *unused) {
#ifdef READS
    (void)page[7];
#else
    page[7] = 1;
#endif
    return unused;
}

int main(void) {
    pthread_t thread;
    page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_create(&thread, NULL, use, NULL);
    mprotect((void *)page, 4096, PROT_READ);
    pthread_join(thread, NULL);
    return 0;
}
