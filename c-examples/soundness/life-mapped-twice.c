// Pages of a file that are mapped at two addresses, or read and written by calls besides: what one thread does by one way, another one
// meets by the other. Locks that lie there are the same ones. The end of one mapping is not that of the other. -DFIRST: the segment is the
// first one of a machine, or of a name space, and has the number 0.
//
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=store(&near->number) -DOTHER=load(&far->number) -DHOLDS=got!=0
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=store(&near->number) -DOTHER=load(&far->number) -DHOLDS=got!=1
// heddle: verdict=clean args=-DONE=store(&near->number) -DOTHER=load(&far->other) -DHOLDS=got==0
// heddle: verdict=bug kind=data-race cause=write-write args=-DONE=(near->plain=1) -DOTHER=(far->plain=2) -DHOLDS=1
// heddle: verdict=clean args=-DONE=(near->plain=1) -DOTHER=(far->other_plain=2) -DHOLDS=1
// heddle: verdict=clean args=-DONE=locked(near) -DOTHER=locked(far) -DHOLDS=near->plain==2
// heddle: verdict=bug kind=deadlock cause=lock-cycle args=-DONE=in_order(near) -DOTHER=in_other_order(far) -DHOLDS=1
// heddle: verdict=clean args=-DONE=in_order(near) -DOTHER=in_order(far) -DHOLDS=near->plain==2
// heddle: verdict=clean args=-DONE=posts(near) -DOTHER=waits(far) -DHOLDS=got==1
// heddle: verdict=clean args=-DONE=signals(near) -DOTHER=waits_for_signal(far) -DHOLDS=got==1
// heddle: verdict=clean args=-DONE=ends(near) -DOTHER=locked(far) -DHOLDS=far->plain==2
// heddle: verdict=bug others=2 races=1 args=--keep-going -DONE=ends(far) -DOTHER=store(&far->number) -DHOLDS=1
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=maps_and_adds() -DOTHER=maps_and_adds() -DHOLDS=near->number==2
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=maps_and_adds() -DOTHER=maps_and_adds() -DHOLDS=near->number==1
// heddle: verdict=clean args=-DONE=maps_and_locks() -DOTHER=maps_and_locks() -DHOLDS=near->plain==2
// heddle: verdict=bug kind=assertion cause=assertion races=1 args=-DONE=puts_in(0) -DOTHER=load(&near->number) -DHOLDS=got!=0
// heddle: verdict=bug kind=assertion cause=assertion races=1 args=-DONE=puts_in(0) -DOTHER=load(&near->number) -DHOLDS=got!=1
// heddle: verdict=clean args=-DONE=puts_in(8) -DOTHER=load(&near->number) -DHOLDS=got==0
// heddle: verdict=bug kind=assertion cause=assertion races=1 args=-DONE=takes_out() -DOTHER=store(&near->number) -DHOLDS=got!=0
// heddle: verdict=bug kind=assertion cause=assertion races=1 args=-DONE=takes_out() -DOTHER=store(&near->number) -DHOLDS=got!=1
// heddle: verdict=bug kind=assertion cause=assertion races=1 args=-DONE=puts_in(0) -DOTHER=load(&mapped()->number) -DHOLDS=got!=0
// heddle: verdict=bug kind=assertion cause=assertion races=1 args=-DONE=puts_in(0) -DOTHER=load(&mapped()->number) -DHOLDS=got!=1
// heddle: verdict=bug kind=assertion cause=assertion args=-DSEGMENT -DONE=store(&near->number) -DOTHER=load(&far->number) -DHOLDS=got!=0
// heddle: verdict=bug kind=assertion cause=assertion args=-DFIRST -DSEGMENT -DONE=store(&near->number) -DOTHER=load(&far->number) -DHOLDS=got!=0
// heddle: verdict=bug kind=assertion cause=assertion args=-DDOUBLED -DONE=store(&near->number) -DOTHER=load(&far->number) -DHOLDS=got!=0
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <unistd.h>

enum { SIZE = 4096 };

struct contents {
    _Atomic int number; /* at the beginning of the file */
    int padding;
    _Atomic int other;
    int plain, other_plain;
    pthread_mutex_t lock, second;
    pthread_cond_t changed;
    sem_t posted;
};

static struct contents *near, *far;
static int file;
static _Atomic int got;

static struct contents *mapped(void) { return mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0); }

static void store(_Atomic int *number) { atomic_store(number, 1); }

static void load(_Atomic int *number) { got = atomic_load(number); }

static void locked(struct contents *page) {
    pthread_mutex_lock(&page->lock);
    page->plain++;
    pthread_mutex_unlock(&page->lock);
}

static void in_order(struct contents *page) {
    pthread_mutex_lock(&page->second);
    locked(page);
    pthread_mutex_unlock(&page->second);
}

static void in_other_order(struct contents *page) {
    pthread_mutex_lock(&page->lock);
    pthread_mutex_lock(&page->second);
    page->plain++;
    pthread_mutex_unlock(&page->second);
    pthread_mutex_unlock(&page->lock);
}

static void posts(struct contents *page) {
    page->plain = 1;
    sem_post(&page->posted);
}

static void waits(struct contents *page) {
    sem_wait(&page->posted);
    got = page->plain;
}

static void signals(struct contents *page) {
    pthread_mutex_lock(&page->lock);
    page->plain = 1;
    pthread_cond_signal(&page->changed);
    pthread_mutex_unlock(&page->lock);
}

static void waits_for_signal(struct contents *page) {
    pthread_mutex_lock(&page->lock);
    while (!page->plain) {
        pthread_cond_wait(&page->changed, &page->lock);
    }
    got = page->plain;
    pthread_mutex_unlock(&page->lock);
}

static void ends(struct contents *page) {
    locked(page);
    munmap(page, SIZE);
}

static void maps_and_adds(void) {
    struct contents *page = mapped();
    atomic_store(&page->number, atomic_load(&page->number) + 1);
    munmap(page, SIZE);
}

static void maps_and_locks(void) { ends(mapped()); }

static void puts_in(off_t at) {
    int one = 1;
    assert(pwrite(file, &one, sizeof one, at) == sizeof one);
}

static void takes_out(void) {
    int number = 0;
    assert(pread(file, &number, sizeof number, 0) == sizeof number);
    got = number;
}

static void *one(void *unused) {
    ONE;
    return unused;
}

static void *other(void *unused) {
    OTHER;
    return unused;
}

static void map(void) {
#if defined FIRST
    (void)!unshare(CLONE_NEWUSER | CLONE_NEWIPC); /* else it is a later one */
#endif
#if defined SEGMENT
    int segment = shmget(IPC_PRIVATE, SIZE, IPC_CREAT | 0600);
    near = shmat(segment, NULL, 0);
    far = shmat(segment, NULL, 0);
    shmctl(segment, IPC_RMID, NULL);
#elif defined DOUBLED
    near = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    far = mremap(near, 0, SIZE, MREMAP_MAYMOVE);
#else
    near = mapped();
    far = mapped();
#endif
}

/* Objects that are used at several addresses are shared between processes, for the kernel finds others by their address. */
static void init(void) {
    pthread_mutexattr_t of_mutex;
    pthread_condattr_t of_condition;
    pthread_mutexattr_init(&of_mutex);
    pthread_mutexattr_setpshared(&of_mutex, PTHREAD_PROCESS_SHARED);
    pthread_condattr_init(&of_condition);
    pthread_condattr_setpshared(&of_condition, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&near->lock, &of_mutex);
    pthread_mutex_init(&far->second, &of_mutex);
    pthread_cond_init(&near->changed, &of_condition);
    sem_init(&near->posted, 1, 0);
}

int main(void) {
    file = memfd_create("pages", 0);
    assert(ftruncate(file, SIZE) == 0);
    map();
    init();
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, one, NULL);
    pthread_create(&threads[1], NULL, other, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(HOLDS);
    (void)store, (void)load, (void)in_order, (void)in_other_order, (void)posts, (void)waits, (void)signals;
    (void)waits_for_signal, (void)maps_and_adds, (void)maps_and_locks, (void)puts_in, (void)takes_out;
    return 0;
}
