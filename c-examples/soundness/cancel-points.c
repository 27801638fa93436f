// Other calls that are cancellation points, whatever they are made for.
//
// heddle: verdict=bug kind=assertion cause=assertion args=-DCALL=close(9)
// heddle: verdict=bug kind=assertion cause=assertion args=-DCALL=fsync(9)
// heddle: verdict=bug kind=assertion cause=assertion args=-DCALL=creat("/dev/null",0)
// heddle: verdict=bug kind=assertion cause=assertion args=-DCALL=waitpid(1,0,0)
// heddle: verdict=bug kind=assertion cause=assertion args=-DCALL=tcdrain(9)
// heddle: verdict=bug kind=assertion cause=assertion args=-DCALL=writev(9,0,0)
// heddle: verdict=bug kind=assertion cause=assertion args=-DCALL=pwrite(9,"",0,0)
// heddle: verdict=bug kind=assertion cause=assertion args=-DCALL=connect(9,0,0)
// heddle: verdict=bug kind=assertion cause=assertion args=-DCALL=accept(9,0,0)
// heddle: verdict=bug kind=assertion cause=assertion args=-DCALL=recv(9,0,0,0)
// heddle: verdict=bug kind=assertion cause=assertion args=-DCALL=sendto(9,0,0,0,0,0)
// heddle: verdict=bug kind=assertion cause=assertion args=-DCALL=fcntl(9,F_SETLKW,0)
// heddle: verdict=bug kind=assertion cause=assertion args=-DCALL=fputs("text",stderr)
// heddle: verdict=bug kind=assertion cause=assertion args=-DCALL=fprintf(stderr,"%d\n",1)
// heddle: verdict=bug kind=assertion cause=assertion args=-DCALL=getchar()
// heddle: verdict=bug kind=assertion cause=assertion args=-DCALL=fflush(NULL)
// heddle: verdict=bug kind=assertion cause=assertion args=-DCALL=fopen("/dev/null","r")
// heddle: verdict=clean args=-DCALL=fputs("text",file)
// heddle: verdict=clean args=-DCALL=puts("text")
// heddle: verdict=clean args=-DCALL=fcntl(9,F_GETFL)
// heddle: verdict=clean args=-DCALL=getpid()
// heddle: verdict=clean args=-DCALL=dup(9)
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

static atomic_int step;
static FILE *file;

static void *work(void *unused) {
    step = 1;
    CALL;
    step = 2;
    return unused;
}

int main(void) {
    pthread_t thread;
    file = tmpfile();
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    assert(step != 1);
    return 0;
}
