// Threads that share regular files: who reads, writes, makes or removes one first is explored.
//
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=count_up -DOTHER=count_up -DHOLDS=number()==2
// heddle: verdict=clean args=-DONE=count_up -DOTHER=count_up -DHOLDS=number()==2 -DLOCKED
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=count_up_in_parts -DOTHER=count_up_in_parts -DHOLDS=number()==2
// heddle: verdict=clean args=-DONE=count_up_in_parts -DOTHER=count_up_in_parts -DHOLDS=number()==2 -DLOCKED
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=prints -DOTHER=reads -DHOLDS=got!=8
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=position -DOTHER=reads -DHOLDS=got==2
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=position -DOTHER=reads -DHOLDS=got==1
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=makes -DOTHER=makes -DHOLDS=made<2
// heddle: verdict=clean args=-DONE=makes_once -DOTHER=makes_once -DHOLDS=made==1
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=makes_once -DOTHER=makes_once -DHOLDS=first!=2
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=removes -DOTHER=reads_stream -DHOLDS=got==1
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=removes -DOTHER=reads_stream -DHOLDS=got==-1
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=removes -DOTHER=counts_names -DHOLDS=got==0
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=removes -DOTHER=counts_names -DHOLDS=got==1
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=links -DOTHER=counts_names -DHOLDS=got==1
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=links -DOTHER=counts_names -DHOLDS=got==2
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=longer -DOTHER=length_at -DHOLDS=got==5
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=longer -DOTHER=length_at -DHOLDS=got==6
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=empties_at -DOTHER=length_at -DHOLDS=got==5
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=empties_at -DOTHER=length_at -DHOLDS=got==0
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=empties_at -DOTHER=reads -DHOLDS=got==-1
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static char name[4096], other_name[4104]; /* beside the executable, whose folder goes with it: cut executions remove nothing */
static int file, folder; /* the folder that the file is in */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
_Atomic int got, made, first;

int number(void) {
    char digit = 0;
    return pread(file, &digit, 1, 0) == 1 ? digit - '0' : -1;
}

void count_up(int me) {
    (void)me;
#ifdef LOCKED
    pthread_mutex_lock(&mutex);
#endif
    char digit = (char)('1' + number());
    (void)!pwrite(file, &digit, 1, 0);
#ifdef LOCKED
    pthread_mutex_unlock(&mutex);
#endif
}

void count_up_in_parts(int me) {
    (void)me;
#ifdef LOCKED
    pthread_mutex_lock(&mutex);
#endif
    char digit = '0';
    struct iovec part = {&digit, 1};
    (void)!preadv2(file, &part, 1, 0, 0);
    digit++;
    (void)!pwritev(file, &part, 1, 0);
#ifdef LOCKED
    pthread_mutex_unlock(&mutex);
#endif
}

void prints(int me) {
    (void)me;
    dprintf(file, "%d", 7);
    lseek(file, 0, SEEK_SET);
}

void position(int me) {
    (void)me;
    lseek(file, 1, SEEK_SET);
}

void reads(int me) {
    char digit = 0;
    (void)me;
    got = read(file, &digit, 1) == 1 ? digit - '0' + 1 : -1;
}

void makes(int me) {
    if (access(other_name, F_OK) != 0) {
        close(open(other_name, O_CREAT | O_WRONLY, 0600));
        made++;
        first = me;
    }
}

void makes_once(int me) {
    int fd = open(other_name, O_CREAT | O_EXCL | O_WRONLY, 0600);
    if (fd >= 0) {
        close(fd);
        made++;
        first = me;
    }
}

void removes(int me) {
    (void)me;
    unlink(name);
}

void reads_stream(int me) {
    (void)me;
    char line[8];
    FILE *stream = fopen(name, "r");
    got = stream && fgets(line, sizeof line, stream) ? line[0] - '0' + 1 : -1;
    if (stream) {
        fclose(stream);
    }
}

void links(int me) {
    (void)me;
    assert(link(name, other_name) == 0);
}

void counts_names(int me) {
    struct stat status;
    (void)me;
    got = fstat(file, &status) == 0 ? (int)status.st_nlink : -1;
}

void longer(int me) {
    (void)me;
    (void)!pwrite(file, "5", 1, 5);
}

static const char *name_in_folder(void) {
    return strrchr(name, '/') + 1;
}

void empties_at(int me) {
    (void)me;
    close(openat(folder, name_in_folder(), O_WRONLY | O_TRUNC));
}

void length_at(int me) {
    struct stat status;
    (void)me;
    got = fstatat(folder, name_in_folder(), &status, 0) == 0 ? (int)status.st_size : -1;
}

static void *one(void *unused) {
    ONE(1);
    return unused;
}

static void *other(void *unused) {
    OTHER(2);
    return unused;
}

int main(int count, char **arguments) {
    (void)count;
    pthread_t threads[2];
    snprintf(name, sizeof name, "%s-XXXXXX", arguments[0]);
    file = mkstemp(name);
    (void)!write(file, "01234", 5);
    snprintf(other_name, sizeof other_name, "%s", name);
    *strrchr(other_name, '/') = '\0';
    folder = open(other_name, O_RDONLY | O_DIRECTORY);
    snprintf(other_name, sizeof other_name, "%s.other", name);
    lseek(file, 0, SEEK_SET);
    pthread_create(&threads[0], NULL, one, NULL);
    pthread_create(&threads[1], NULL, other, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    close(folder);
    unlink(name);
    unlink(other_name);
    (void)mutex;
    assert(HOLDS);
    return 0;
}
