// One thread closes a descriptor of a file, or gives its number to another file, while another thread uses the number. Both orders come,
// and a number that is free is given again. Numbers that only their own thread uses order nothing.
//
// heddle: verdict=bug kind=assertion cause=assertion args=-DDO=close(shared) -DHOLDS=at(shared)=='a'
// heddle: verdict=bug kind=assertion cause=assertion args=-DDO=close(shared) -DHOLDS=at(shared)==0
// heddle: verdict=bug kind=assertion cause=assertion args=-DDO=fclose(first) -DHOLDS=at(fileno_of_first)=='a'
// heddle: verdict=bug kind=assertion cause=assertion args=-DDO=fclose(first) -DHOLDS=at(fileno_of_first)==0
// heddle: verdict=bug kind=assertion cause=assertion args=-DDO=dup2(other,shared) -DHOLDS=at(shared)=='a'
// heddle: verdict=bug kind=assertion cause=assertion args=-DDO=dup2(other,shared) -DHOLDS=at(shared)=='b'
// heddle: verdict=bug kind=assertion cause=assertion args=-DDO=replace() -DHOLDS=at(current())!=0
// heddle: verdict=bug kind=assertion cause=assertion args=-DDO=replace() -DHOLDS=at(current())!='a'
// heddle: verdict=bug kind=assertion cause=assertion args=-DDO=replace() -DHOLDS=at(current())!='b'
// heddle: verdict=bug kind=assertion cause=assertion args=-DDO=(close(shared),close(shared)) -DHOLDS=opens()
// heddle: verdict=bug kind=assertion cause=assertion args=-DDO=close(shared) -DHOLDS=close(shared)==-1||opens()
// heddle: verdict=bug kind=assertion cause=assertion args=-DDO=close_range(shared,shared,0) -DHOLDS=at(shared)=='a'
// heddle: verdict=bug kind=assertion cause=assertion args=-DDO=close_range(shared,shared,0) -DHOLDS=at(shared)==0
// heddle: verdict=bug kind=assertion cause=assertion args=-DDO=closefrom(shared) -DHOLDS=at(shared)=='a'
// heddle: verdict=bug kind=assertion cause=assertion args=-DDO=closefrom(shared) -DHOLDS=at(shared)==0
// heddle: verdict=bug kind=assertion cause=assertion args=-DDO=closefrom(shared) -DHOLDS=opens()
// heddle: verdict=bug kind=assertion cause=assertion args=-DDO=close_range(shared,shared,4) -DHOLDS=fcntl(shared,F_GETFD)==0
// heddle: verdict=bug kind=assertion cause=assertion args=-DDO=close_range(shared,shared,4) -DHOLDS=fcntl(shared,F_GETFD)!=0
// heddle: verdict=clean args=-DDO=close_range(shared,shared,0) -DHOLDS=at(fileno_of_first)=='a'
// heddle: verdict=bug kind=assertion cause=assertion args=-DDO=(close(shared),pipe(ends)) -DHOLDS=at(shared)=='a'
// heddle: verdict=bug kind=assertion cause=assertion args=-DDO=(close(shared),pipe(ends)) -DHOLDS=at(shared)==0
// heddle: verdict=clean args=-DDO=replace() -DHOLDS=at_locked()!=0
// heddle: verdict=clean args=-DDO=close(shared) -DHOLDS=opens()
// heddle: verdict=clean args=-DDO=opens() -DHOLDS=opens()
// heddle: verdict=clean executions=1 args=-DDO=at(dup(shared)) -DHOLDS=at(dup(shared))=='a'
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static FILE *first, *second;
static int fileno_of_first, shared, other, ends[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The first byte of the file; 0 if the number stands for none. */
static char at(int number) {
    char byte;
    return pread(number, &byte, 1, 0) == 1 ? byte : 0;
}

static int current(void) {
    pthread_mutex_lock(&lock);
    int number = shared;
    pthread_mutex_unlock(&lock);
    return number;
}

static char at_locked(void) {
    pthread_mutex_lock(&lock);
    char byte = at(shared);
    pthread_mutex_unlock(&lock);
    return byte;
}

static void replace(void) {
    pthread_mutex_lock(&lock);
    close(shared);
    shared = dup(other);
    pthread_mutex_unlock(&lock);
}

/* A file that no other thread knows can be read. */
static int opens(void) {
    char byte;
    int number = open("/proc/self/exe", O_RDONLY);
    int is_set = fcntl(number, F_SETFD, FD_CLOEXEC) == 0;
    int is_read = read(number, &byte, 1) == 1;
    return close(number) == 0 && is_set && is_read;
}

static void *thread(void *nothing) {
    assert(HOLDS);
    return nothing;
}

static FILE *made_with(char byte) {
    FILE *file = tmpfile();
    fputc(byte, file);
    fflush(file);
    return file;
}

int main(void) {
    first = made_with('a');
    second = made_with('b');
    fileno_of_first = fileno(first);
    shared = dup(fileno_of_first);
    other = fileno(second);
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    (void)(DO);
    pthread_join(t, NULL);
    (void)replace, (void)current, (void)at_locked, (void)opens, (void)ends;
    return 0;
}
