// One thread changes a setting that another looks at: of a descriptor, of the process, of how it is scheduled. Both orders come.
//
// heddle: verdict=bug kind=assertion cause=assertion args=-DSET=fcntl(pipes[0],F_SETFL,O_NONBLOCK) -DHOLDS=!(fcntl(pipes[0],F_GETFL)&O_NONBLOCK)
// heddle: verdict=bug kind=assertion cause=assertion args=-DSET=fcntl(pipes[0],F_SETFL,O_NONBLOCK) -DHOLDS=fcntl(pipes[0],F_GETFL)&O_NONBLOCK
// heddle: verdict=clean args=-DSET=fcntl(pipes[0],F_SETFL,O_NONBLOCK) -DHOLDS=!(fcntl(pipes[1],F_GETFL)&O_NONBLOCK)
// heddle: verdict=clean executions=1 args=-DSET=fcntl(pipes[0],F_GETFD) -DHOLDS=fcntl(pipes[0],F_GETFD)==0
// heddle: verdict=bug kind=assertion cause=assertion args=-DSET=fcntl(copy,F_SETFL,O_NONBLOCK) -DHOLDS=!(fcntl(pipes[0],F_GETFL)&O_NONBLOCK)
// heddle: verdict=bug kind=assertion cause=assertion args=-DSET=fcntl(pipes[0],F_SETFL,O_NONBLOCK) -DHOLDS=fcntl(copy,F_GETFL)&O_NONBLOCK
// heddle: verdict=clean executions=1 args=-DSET=fcntl(copy,F_SETFD,FD_CLOEXEC) -DHOLDS=fcntl(pipes[0],F_GETFD)==0
// heddle: verdict=bug kind=assertion cause=assertion args=-DSET=set_option(1) -DHOLDS=!option_of(copied)
// heddle: verdict=bug kind=assertion cause=assertion args=-DSET=set_option(1) -DHOLDS=!option()
// heddle: verdict=bug kind=assertion cause=assertion args=-DSET=set_option(1) -DHOLDS=option()
// heddle: verdict=bug kind=assertion cause=assertion args=-DSET=write(pipes[1],"",1) -DHOLDS=waiting()==0
// heddle: verdict=bug kind=assertion cause=assertion args=-DSET=write(pipes[1],"",1) -DHOLDS=waiting()==1
// heddle: verdict=bug kind=assertion cause=assertion args=-DSET=prctl(PR_SET_DUMPABLE,0) -DHOLDS=prctl(PR_GET_DUMPABLE)==1
// heddle: verdict=bug kind=assertion cause=assertion args=-DSET=pthread_setconcurrency(5) -DHOLDS=pthread_getconcurrency()!=5
// heddle: verdict=bug kind=assertion cause=assertion args=-DSET=flock(one,LOCK_EX|LOCK_NB) -DHOLDS=flock(other,LOCK_SH|LOCK_NB)==0
// heddle: verdict=bug kind=assertion cause=assertion args=-DSET=bind(named,(void*)&name,sizeof(sa_family_t)+7) -DHOLDS=length_of_name()==sizeof(sa_family_t)
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int pipes[2], copy, named, copied, one, other;
static struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "\0heddle"};

static int set_option(int value) { return setsockopt(named, SOL_SOCKET, SO_KEEPALIVE, &value, sizeof value); }

static int option_of(int socket) {
    int value = 0;
    socklen_t length = sizeof value;
    getsockopt(socket, SOL_SOCKET, SO_KEEPALIVE, &value, &length);
    return value;
}

static int option(void) { return option_of(named); }

static int waiting(void) {
    int bytes = 0;
    ioctl(pipes[0], FIONREAD, &bytes);
    return bytes;
}

static socklen_t length_of_name(void) {
    struct sockaddr_un found;
    socklen_t length = sizeof found;
    getsockname(named, (void *)&found, &length);
    return length;
}

static void *set(void *unused) {
    (void)!(SET);
    return unused;
}

static void *look(void *unused) {
    assert(HOLDS);
    return unused;
}

int main(void) {
    (void)set_option, (void)option, (void)waiting, (void)length_of_name, (void)name;
    pthread_t threads[2];
    char file[] = "/tmp/heddle-settings-XXXXXX";
    one = mkstemp(file);
    other = open(file, O_RDWR);
    unlink(file);
    named = socket(AF_UNIX, SOCK_STREAM, 0);
    copied = dup(named);
    assert(pipe(pipes) == 0);
    copy = dup(pipes[0]);
    pthread_create(&threads[0], NULL, set, NULL);
    pthread_create(&threads[1], NULL, look, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
