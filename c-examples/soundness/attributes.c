// One thread changes what the system keeps of a file, a mutex, a thread or the process, by a call, while another looks at it. Both orders
// come. A nice value is that of a thread.
//
// heddle: verdict=bug kind=assertion cause=assertion args=-DSET=fchmod(file,0640) -DHOLDS=mode()!=0640
// heddle: verdict=bug kind=assertion cause=assertion args=-DSET=fchmod(file,0640) -DHOLDS=mode()==0640
// heddle: verdict=bug kind=assertion cause=assertion args=-DSET=chmod(path,0640) -DHOLDS=mode()!=0640
// heddle: verdict=bug kind=assertion cause=assertion args=-DSET=futimens(file,times) -DHOLDS=changed()!=6
// heddle: verdict=bug kind=assertion cause=assertion args=-DSET=utimensat(AT_FDCWD,path,times,0) -DHOLDS=changed()!=6
// heddle: verdict=bug kind=assertion cause=assertion args=-DSET=pthread_mutex_setprioceiling(&mutex,5,&old) -DHOLDS=ceiling()!=5
// heddle: verdict=bug kind=assertion cause=assertion args=-DSET=pthread_mutex_setprioceiling(&mutex,5,&old) -DHOLDS=ceiling()==5
// heddle: verdict=bug kind=assertion cause=assertion args=-DSET=setpriority(PRIO_PROCESS,getpid(),1) -DHOLDS=!getpriority(PRIO_PROCESS,0)
// heddle: verdict=clean args=-DSET=nice(1) -DHOLDS=!getpriority(PRIO_PROCESS,0)
// heddle: verdict=bug kind=exit-code cause=status-1 args=-DSET=atexit(first) -DHOLDS=atexit(second)==0
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static int file, last;
static char path[] = "/tmp/heddle-attributes-XXXXXX";
static const struct timespec times[2] = {{5, 0}, {6, 0}};
static pthread_mutex_t mutex;

static mode_t mode(void) {
    struct stat status;
    fstat(file, &status);
    return status.st_mode & 0777;
}

static time_t changed(void) {
    struct stat status;
    fstat(file, &status);
    return status.st_mtime;
}

static int ceiling(void) {
    int found = 0;
    pthread_mutex_getprioceiling(&mutex, &found);
    return found;
}

static void first(void) { last = 1; }
static void second(void) { last = 2; }
static void tell(void) { _exit(last == 1); }

static void *set(void *unused) {
    int old;
    (void)old;
    (void)!(SET);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_mutexattr_t attributes;
    (void)mode, (void)changed, (void)ceiling, (void)first, (void)second, (void)times;
    atexit(tell);
    file = mkstemp(path);
    fchmod(file, 0600);
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_PROTECT);
    pthread_mutex_init(&mutex, &attributes);
    pthread_create(&thread, NULL, set, NULL);
    bool holds = HOLDS;
    unlink(path); // before the process may die
    assert(holds);
    pthread_join(thread, NULL);
    return 0;
}
