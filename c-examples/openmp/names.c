// A counter is protected by critical sections. Sections with different names exclude each other no more than with different locks.
//
//   heddle check --cflags=-fopenmp c-examples/openmp/names.c
//
// heddle: verdict=clean args=--cflags=-fopenmp
// heddle: verdict=bug kind=assertion cause=assertion races args=--cflags=-fopenmp -DWRONG
#include <assert.h>

#ifdef WRONG
#define SECOND second
#else
#define SECOND first
#endif
#define PRAGMA(text) _Pragma(#text)
#define CRITICAL(name) PRAGMA(omp critical(name))

int main(void) {
    int count = 0;
#pragma omp parallel sections
    {
#pragma omp section
        {
            CRITICAL(first)
            count++;
        }
#pragma omp section
        {
            CRITICAL(SECOND)
            count++;
        }
    }
    assert(count == 2);
    return 0;
}
