// Other calls that are cancellation points, whatever they are made for.
//
// heddle: verdict=bug kind=assertion cause=assertion args=-DCALL=close(9)
// heddle: verdict=bug kind=assertion cause=assertion args=-DCALL=fsync(9)
// heddle: verdict=bug kind=assertion cause=assertion args=-DCALL=creat("/dev/null",0)
// heddle: verdict=bug kind=assertion cause=assertion args=-DCALL=waitpid(1,0,0)
// heddle: verdict=bug kind=assertion cause=assertion args=-DCALL=tcdrain(9)
// heddle: verdict=clean args=-DCALL=getpid()
// heddle: verdict=clean args=-DCALL=dup(9)
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

static atomic_int step;

static void *work(void *unused) {
    step = 1;
    CALL;
    step = 2;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    assert(step != 1);
    return 0;
}
