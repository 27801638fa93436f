// madvise(MADV_DONTNEED) writes zeros: what another thread has written before is gone. The fix (-DFIXED): a lock, and the
// page is dropped before it is used.
//
// heddle: verdict=bug kind=assertion cause=assertion races args=--keep-going
// heddle: verdict=clean args=-DFIXED
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>

static int *page;

static void *use(void *unused) {
    *page = 1;
    assert(*page == 1);
    return unused;
}

int main(void) {
    pthread_t thread;
    page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
#ifdef FIXED
    madvise(page, 4096, MADV_DONTNEED);
#endif
    pthread_create(&thread, NULL, use, NULL);
#ifndef FIXED
    madvise(page, 4096, MADV_DONTNEED);
#endif
    pthread_join(thread, NULL);
    return 0;
}
