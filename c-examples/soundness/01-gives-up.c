// A thread that waits for a flag gives up after three looks. The count is not on its stack, so a round that only looks at the
// flag is no repetition of the one before: leaving it out would prove the assertion, which fails where the flag comes late.
//
//   heddle check -DCOUNT=thread_local c-examples/soundness/01-gives-up.c
//
// heddle: verdict=bug kind=assertion cause=assertion args=-DCOUNT=thread_local
// heddle: verdict=bug kind=assertion cause=assertion args=-DCOUNT=function_local
// heddle: verdict=bug kind=assertion cause=assertion args=-DCOUNT=member
// heddle: verdict=bug kind=assertion cause=assertion args=-DCOUNT=copied
// heddle: verdict=bug kind=assertion cause=assertion args=-DCOUNT=atomic
// heddle: verdict=bug kind=assertion cause=assertion args=-DCOUNT=escaped
// heddle: verdict=bug kind=assertion cause=assertion args=-DCOUNT=global
// heddle: verdict=bug kind=assertion cause=assertion args=-DCOUNT=heap
// heddle: verdict=bug kind=assertion cause=assertion args=-DCOUNT=on_stack
// heddle: verdict=bug kind=assertion cause=assertion args=-DCOUNT=allocated_on_stack
// heddle: verdict=bug kind=assertion cause=assertion args=-DCOUNT=specific
// heddle: verdict=bug kind=assertion cause=assertion args=-DCOUNT=error_number
// heddle: verdict=bug kind=assertion cause=assertion args=-DCOUNT=exempt
// heddle: verdict=bug kind=assertion cause=assertion args=-DCOUNT=assembly
// heddle: verdict=bug kind=assertion cause=assertion args=-DCOUNT=random_numbers
// heddle: verdict=bug kind=assertion cause=assertion args=-DCOUNT=more_random_numbers
// heddle: verdict=bug kind=assertion cause=assertion args=-DCOUNT=by_pointer
// heddle: verdict=bug kind=assertion cause=assertion args=-DCOUNT=characters
// heddle: verdict=bug kind=assertion cause=assertion args=-DCOUNT=blocks
// heddle: verdict=bug kind=assertion cause=assertion args=-DCOUNT=offset
// heddle: verdict=bug kind=assertion cause=assertion args=-DCOUNT=tokens
// heddle: verdict=clean executions=2 args=-DCOUNT=nothing
#define _GNU_SOURCE
#include <alloca.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_int ready, value;

static int *own; /* of the thread that waits: no other looks at it */
static pthread_key_t key;
static FILE *file;

static _Thread_local int tries;
static int thread_local(void) { return ++tries > 3; }

static int function_local(void) {
    static _Thread_local long count;
    count += 2;
    return count > 6;
}

static _Thread_local struct { char name[8]; short count; } record;
static int member(void) { return ++record.count > 3; }

static _Thread_local char bytes[64];
static int copied(void) {
    memset(bytes, bytes[0] + 1, sizeof bytes);
    return bytes[63] > 3;
}

static _Thread_local atomic_int atomic_tries;
static int atomic(void) { return atomic_fetch_add(&atomic_tries, 1) >= 3; }

static _Thread_local int escaped_tries;
static int *address(int *of) { return of; }
static int escaped(void) { return ++*address(&escaped_tries) > 3; }

static int global_tries;
static int global(void) { return ++global_tries > 3; }

static int heap(void) { return ++own[0] > 3; }

static int *of_the_waiter;
static int on_stack(void) { return ++*of_the_waiter > 3; }

static int *of_alloca;
static int allocated_on_stack(void) { return ++of_alloca[2] > 3; }

static int specific(void) {
    char *count = pthread_getspecific(key);
    pthread_setspecific(key, count + 1);
    return count >= (char *)3;
}

static int error_number(void) { return ++errno > 3; }

static _Thread_local int exempt_tries;
__attribute__((no_sanitize("thread"), noinline)) static int exempt(void) { return ++exempt_tries > 3; }

static _Thread_local int counted;
static int assembly(void) {
    __asm__ volatile("incl %0" : "+m"(counted));
    return counted > 3;
}

static int random_numbers(void) { return rand() % 3 == 0; }

static int more_random_numbers(void) { return random() % 3 == 0; }

static int (*volatile pointer)(void) = rand;
static int by_pointer(void) { return pointer() % 3 == 0; }

static int characters(void) { return fgetc(file) == EOF; }

static int blocks(void) {
    char block[4];
    return read(fileno(file), block, sizeof block) <= 0;
}

static int offset(void) { return lseek(fileno(file), 1, SEEK_CUR) > 3; }

static char text[] = "a b c";
static int tokens(void) { return strtok(tries++ ? NULL : text, " ") == NULL; }

static int nothing(void) { return 0; }

static void *wait_for_it(void *unused) {
    int mine = 0;
    of_the_waiter = &mine;
    of_alloca = memset(alloca(16), 0, 16);
    own = calloc(4, sizeof *own);
    pthread_setspecific(key, NULL);
    errno = 0;
    file = fopen("/proc/self/comm", "r");
    int enough = 0;
    while (!ready && !enough) {
        enough = COUNT();
    }
    assert(!enough || value);
    fclose(file);
    free(own);
    return unused;
}

static void *set(void *unused) {
    value = 1;
    ready = 1;
    return unused;
}

int main(void) {
    (void)thread_local, (void)function_local, (void)member, (void)copied, (void)atomic, (void)escaped, (void)global;
    (void)heap, (void)on_stack, (void)allocated_on_stack, (void)specific, (void)error_number, (void)exempt, (void)assembly;
    (void)random_numbers, (void)more_random_numbers, (void)by_pointer, (void)characters, (void)blocks, (void)offset;
    (void)tokens, (void)nothing;
    pthread_t one, other;
    pthread_key_create(&key, NULL);
    pthread_create(&one, NULL, wait_for_it, NULL);
    pthread_create(&other, NULL, set, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    pthread_key_delete(key);
    return 0;
}
