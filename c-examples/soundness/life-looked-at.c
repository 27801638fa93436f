// Calls that fail where pages are not mapped, or may not be accessed so: one thread makes such a call, another one ends the mapping or
// takes the right away. Both results come.
//
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=munmap(page,SIZE) -DOTHER=msync(page,SIZE,MS_ASYNC) -DHOLDS=got==0
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=munmap(page,SIZE) -DOTHER=msync(page,SIZE,MS_ASYNC) -DHOLDS=got!=0
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=munmap(page,SIZE) -DOTHER=mincore(page,SIZE,&there) -DHOLDS=got==0
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=munmap(page,SIZE) -DOTHER=mincore(page,SIZE,&there) -DHOLDS=got!=0
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=munmap(page,SIZE) -DOTHER=posix_madvise(page,SIZE,3) -DHOLDS=got==0
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=munmap(page,SIZE) -DOTHER=posix_madvise(page,SIZE,3) -DHOLDS=got!=0
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=protects() -DOTHER=mlock(page,SIZE) -DHOLDS=got==0
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=protects() -DOTHER=mlock(page,SIZE) -DHOLDS=got!=0
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=protects() -DOTHER=read(zero,page,4) -DHOLDS=got==4
// heddle: verdict=bug kind=assertion cause=assertion races=1 args=-DONE=protects() -DOTHER=read(zero,page,4) -DHOLDS=got!=4
// heddle: verdict=bug kind=assertion cause=assertion races=1 args=-DONE=protects() -DOTHER=pread(zero,global,4,0) -DHOLDS=got!=4 -DGLOBAL
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=protects() -DOTHER=pread(zero,global,4,0) -DHOLDS=got==4 -DGLOBAL
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=protects() -DOTHER=read(pipe_ends[0],page,4) -DHOLDS=got==4
// heddle: verdict=bug kind=assertion cause=assertion races=1 args=-DONE=protects() -DOTHER=read(pipe_ends[0],page,4) -DHOLDS=got!=4
// heddle: verdict=bug kind=assertion cause=assertion races=1 args=-DONE=munmap(page,SIZE) -DOTHER=read(zero,page,4) -DHOLDS=got!=4
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=munmap(page,SIZE) -DOTHER=maps_there(0) -DHOLDS=got==1
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=munmap(page,SIZE) -DOTHER=maps_there(0) -DHOLDS=got!=1
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=munmap(page,SIZE) -DOTHER=maps_there(MAP_FIXED_NOREPLACE) -DHOLDS=got!=1
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=munmap(page,SIZE) -DOTHER=maps_there(MAP_FIXED_NOREPLACE) -DHOLDS=got==1
// heddle: verdict=bug kind=crash cause=SIGSEGV races=1 args=-DONE=pkey_mprotect(page,SIZE,0,-1) -DOTHER=page[0] -DHOLDS=1
// heddle: verdict=clean executions=1 args=-DONE=mlock(page,SIZE) -DOTHER=read(zero,page,4) -DHOLDS=got==4
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SIZE = 4096 };

static char *page, global[SIZE] __attribute__((aligned(SIZE)));
static int zero, pipe_ends[2];
static unsigned char there;
static _Atomic long got;

static void protects(void) {
#ifdef GLOBAL
    mprotect(global, SIZE, PROT_READ);
#else
    mprotect(page, SIZE, PROT_READ);
    munlock(page, SIZE);
    mprotect(page, SIZE, PROT_NONE);
#endif
}

static int maps_there(int flags) {
    return mmap(page, SIZE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0) == page;
}

static void *one(void *unused) {
    (void)(ONE);
    return unused;
}

static void *other(void *unused) {
    got = (long)(OTHER);
    return unused;
}

int main(void) {
    page = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    zero = open("/dev/zero", O_RDONLY);
    assert(pipe(pipe_ends) == 0 && write(pipe_ends[1], "1234", 4) == 4);
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, one, NULL);
    pthread_create(&threads[1], NULL, other, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(HOLDS);
    (void)protects, (void)maps_there, (void)there, (void)global;
    return 0;
}
