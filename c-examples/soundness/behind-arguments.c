// What library functions read and write behind their arguments races with what other threads do there.
//
// heddle: verdict=bug kind=data-race cause=read-write args=-DCALL=stat(path,&status) -DOTHER=path[1]=1
// heddle: verdict=bug kind=data-race cause=write-write args=-DCALL=fstat(9,&status) -DOTHER=status.st_size=1
// heddle: verdict=clean args=-DCALL=stat(path,&status) -DOTHER=number++
// heddle: verdict=bug kind=data-race cause=write-write args=-DCALL=modf(2.5,&real) -DOTHER=real=1
// heddle: verdict=bug kind=data-race cause=read-write args=-DCALL=inet_pton(AF_INET,path,&number) -DOTHER=number++
// heddle: verdict=bug kind=data-race cause=read-write args=-DCALL=setsockopt(9,1,1,pair,8) -DOTHER=pair[1]=1
// heddle: verdict=clean args=-DCALL=setsockopt(9,1,1,pair,4) -DOTHER=pair[1]=1
// heddle: verdict=bug kind=data-race cause=read-write args=-DCALL=sigaddset(&set,3) -DOTHER=sigismember(&set,4)
// heddle: verdict=clean args=-DCALL=sigismember(&set,3) -DOTHER=sigismember(&set,4)
// heddle: verdict=bug kind=data-race cause=read-write args=-DCALL=pthread_attr_setstacksize(&attributes,65536) -DOTHER=pthread_attr_setguardsize(&attributes,0)
// heddle: verdict=bug kind=data-race cause=write-write args=-DCALL=getrandom(pair,8,0) -DOTHER=pair[1]=1
// heddle: verdict=bug kind=data-race cause=read-write args=-DCALL=symlink("nowhere",path) -DOTHER=path[1]=1
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

char path[16] = "/dev/null";
struct stat status;
double real;
int number, pair[2];
sigset_t set;
pthread_attr_t attributes;

static void *one(void *unused) {
    (void)(CALL);
    return unused;
}

static void *other(void *unused) {
    (void)(OTHER);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    sigemptyset(&set);
    pthread_attr_init(&attributes);
    pthread_create(&threads[0], NULL, one, NULL);
    pthread_create(&threads[1], NULL, other, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
