// Two threads append to an array that has room for three numbers.
//
// The bug: the room is looked at under the mutex, and used under the mutex, but the mutex is let go between. Then the fourth
// number is written behind the array, where another variable may be, so nothing need go wrong at once.
// -DLOCAL, -DATOMIC, -DCOPY, -DNEGATIVE: the array is a local one, of atomics, filled by memcpy, and used by a negative index.
// -DMEMBER, -DLAST: it is a member of a structure that a pointer points to, in the heap, or the last one of a global variable.
// -DTEXT, -DPRINT, -DSCAN, -DLINE: it holds a text, which the library's functions make longer than there is room for.
// -DOWN: it is a variable of the thread's own.
// -DLARGER: the last member, of which more has been allocated than its type says. That is no bug.
// The fix (-DFIXED): hold the mutex throughout.
//
//   heddle check 59-one-too-many.c
//   heddle check -DFIXED 59-one-too-many.c
//
// heddle: verdict=bug kind=array-overflow cause=array-overflow
// heddle: verdict=bug kind=array-overflow cause=array-overflow args=-DLOCAL
// heddle: verdict=bug kind=array-overflow cause=array-overflow args=-DATOMIC
// heddle: verdict=bug kind=array-overflow cause=array-overflow args=-DCOPY
// heddle: verdict=bug kind=array-overflow cause=array-overflow args=-DNEGATIVE
// heddle: verdict=bug kind=array-overflow cause=array-overflow args=-DMEMBER
// heddle: verdict=bug kind=array-overflow cause=array-overflow args=-DLAST
// heddle: verdict=bug kind=array-overflow cause=array-overflow args=-DTEXT
// heddle: verdict=bug kind=array-overflow cause=array-overflow args=-DPRINT
// heddle: verdict=bug kind=array-overflow cause=array-overflow args=-DSCAN
// heddle: verdict=bug kind=array-overflow cause=array-overflow args=-DLINE
// heddle: verdict=bug kind=array-overflow cause=array-overflow args=-DOWN
// heddle: verdict=clean executions=6 args=-DLARGER
// heddle: verdict=clean executions=2 args=-DFIXED
// heddle: verdict=clean executions=2 args=-DFIXED -DATOMIC
// heddle: verdict=clean executions=2 args=-DFIXED -DCOPY
// heddle: verdict=clean executions=2 args=-DFIXED -DTEXT
// heddle: verdict=clean executions=2 args=-DFIXED -DPRINT
// heddle: verdict=clean executions=2 args=-DFIXED -DSCAN
// heddle: verdict=clean executions=2 args=-DFIXED -DLINE
// heddle: verdict=clean executions=2 args=-DFIXED -DOWN
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 3 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count = 2;
#ifdef ATOMIC
static _Atomic int numbers[ROOM];
#else
static int numbers[ROOM];
#endif

#if defined MEMBER || defined LAST || defined LARGER
struct list {
    int used;
    int numbers[ROOM];
#ifdef MEMBER
    int more;
#endif
};
static struct list global, *list = &global;
#endif

static const char three_letters[] = "xxx", four_letters[] = "xxxx";
static struct {
    char text[ROOM + 1];
    int more;
} line = {"xx", 0};
static _Thread_local int own[ROOM];

static void append(void) {
    pthread_mutex_lock(&mutex);
    int has_room = count < ROOM;
#ifndef FIXED
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
#endif
    if (has_room) {
#if defined COPY
        static const int ones[ROOM + 1] = {1, 1, 1, 1};
        count++;
        memcpy(numbers, ones, (size_t)count * sizeof *numbers);
#elif defined TEXT
        count++;
        strcat(line.text, "x");
#elif defined PRINT
        sprintf(line.text, "%0*d", ++count, 0);
#elif defined SCAN
        sscanf(++count > ROOM ? four_letters : three_letters, "%s", line.text);
#elif defined LINE
        char local[ROOM + 1];
        strcpy(local, ++count > ROOM ? four_letters : three_letters);
        line.text[0] = local[0];
#elif defined OWN
        own[count++] = 1;
#elif defined NEGATIVE
        numbers[ROOM - 1 - count++] = 1;
#elif defined LOCAL
        int marks[ROOM] = {0};
        marks[count++] = 1;
        numbers[0] += marks[0] + marks[1];
#elif defined MEMBER || defined LAST || defined LARGER
        list->numbers[count++] = 1;
#else
        numbers[count++] = 1;
#endif
    }
    pthread_mutex_unlock(&mutex);
}

static void *other(void *unused) {
    append();
    return unused;
}

int main(void) {
#ifdef MEMBER
    list = calloc(1, sizeof *list);
#elif defined LARGER
    list = calloc(1, sizeof *list + sizeof list->numbers[0]);
#endif
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    append();
    pthread_join(thread, NULL);
#if defined MEMBER || defined LARGER
    free(list);
#endif
    return 0;
}
