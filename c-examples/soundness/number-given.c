// Which number a descriptor gets depends on what other threads have opened and closed by then. A program that compares numbers, or has a table
// of them, can tell; for one that only hands them to calls, all orders are one.
//
// heddle: verdict=bug kind=assertion cause=assertion args=-DFREES=close(file) -DMAKES=open("/dev/null",0) -DHOLDS=made!=file
// heddle: verdict=bug kind=assertion cause=assertion args=-DFREES=close(file) -DMAKES=open("/dev/null",0) -DHOLDS=made==file
// heddle: verdict=bug kind=assertion cause=assertion args=-DFREES=close(file) -DMAKES=dup(1) -DHOLDS=made!=file
// heddle: verdict=bug kind=assertion cause=assertion args=-DFREES=close(file) -DMAKES=fcntl(1,F_DUPFD,0) -DHOLDS=made!=file
// heddle: verdict=bug kind=assertion cause=assertion args=-DFREES=close(file) -DMAKES=memfd_create("m",0) -DHOLDS=made!=file
// heddle: verdict=bug kind=assertion cause=assertion args=-DFREES=close(file) -DMAKES=dirfd(opendir("/")) -DHOLDS=made!=file
// heddle: verdict=bug kind=assertion cause=assertion args=-DFREES=close(file) -DMAKES=fileno(tmpfile()) -DHOLDS=made!=file
// heddle: verdict=bug kind=assertion cause=assertion args=-DFREES=close(file) -DMAKES=eventfd(0,0) -DHOLDS=made!=file
// heddle: verdict=bug kind=assertion cause=assertion args=-DFREES=close(file) -DMAKES=socket(AF_UNIX,SOCK_STREAM,0) -DHOLDS=made!=file
// heddle: verdict=bug kind=assertion cause=assertion args=-DFREES=close(ends[0]) -DMAKES=open("/dev/null",0) -DHOLDS=made!=ends[0]
// heddle: verdict=bug kind=assertion cause=assertion args=-DFREES=close(ends[0]) -DMAKES=fcntl(ends[1],F_DUPFD,0) -DHOLDS=made!=ends[0]
// heddle: verdict=bug kind=assertion cause=assertion args=-DFREES=close(0) -DMAKES=dup(1) -DHOLDS=made>=file
// heddle: verdict=bug kind=assertion cause=assertion args=-DFREES=dup2(1,file+4) -DMAKES=fcntl(1,F_DUPFD,file+4) -DHOLDS=made==file+4
// heddle: verdict=bug kind=assertion cause=assertion args=-DFREES=pipe(others) -DMAKES=open("/dev/null",0) -DHOLDS=made>others[0]
// heddle: verdict=bug kind=assertion cause=assertion args=-DFREES=ends_first(file) -DMAKES=begins() -DHOLDS=is_used[made]
// heddle: verdict=clean args=-DFREES=cleans_first(file) -DMAKES=begins() -DHOLDS=is_used[made]
// heddle: verdict=clean args=-DFREES=close(ends[1]) -DMAKES=open("/dev/null",0) -DHOLDS=made!=file
// heddle: verdict=clean args=-DFREES=close(file) -DMAKES=open("/dev/null",0) -DHOLDS=made==file||made>ends[1]
// heddle: verdict=clean executions=1 args=-DFREES=close(file) -DMAKES=open("/dev/null",0) -DHOLDS=made>=0 -DBLIND
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

static int file, ends[2], others[2];

#ifndef BLIND
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool is_used[64];

static void use(int number, bool used) {
    pthread_mutex_lock(&lock);
    is_used[number] = used;
    pthread_mutex_unlock(&lock);
}

// The bug: the number may belong to another file before its entry is cleaned.
__attribute__((unused)) static void ends_first(int number) {
    close(number);
    use(number, false);
}

__attribute__((unused)) static void cleans_first(int number) {
    use(number, false);
    close(number);
}

__attribute__((unused)) static int begins(void) {
    int number = open("/dev/null", 0);
    use(number, true);
    return number;
}
#endif

static void *frees(void *unused) {
    FREES;
    return unused;
}

int main(void) {
    file = open("/dev/null", 0);
    pipe(ends);
    pthread_t thread;
    pthread_create(&thread, NULL, frees, NULL);
    int made = MAKES;
    pthread_join(thread, NULL);
    assert(HOLDS);
    return 0;
}
