// A program without threads is run once, and checked.
//
// heddle: verdict=clean executions=1
// heddle: verdict=bug kind=use-after-free cause=use-after-free args=-DUSED
// heddle: verdict=bug kind=heap-overflow cause=heap-overflow args=-DBEHIND
// heddle: verdict=bug kind=double-free cause=double-free args=-DTWICE
// heddle: verdict=bug kind=assertion cause=assertion args=-DWRONG
// heddle: verdict=bug kind=exit-code cause=status-3 args=-DFAILS
#include <assert.h>
#include <stdlib.h>

int main(void) {
    volatile char *block = malloc(16);
    block[0] = 1;
#ifdef BEHIND
    block[16] = 1;
#endif
#ifdef WRONG
    assert(block[0] == 2);
#endif
    free((void *)block);
#ifdef TWICE
    free((void *)block);
#endif
#ifdef USED
    block[0] = 2;
#endif
#ifdef FAILS
    return 3;
#endif
    return 0;
}
