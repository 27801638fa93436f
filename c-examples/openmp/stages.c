// Three tasks make, change and use a buffer; `depend` says in which order.
//
// With WRONG the task that uses it does not say so, and may come too early.
//
//   heddle check --cflags=-fopenmp c-examples/openmp/stages.c
//
// heddle: verdict=clean args=--cflags=-fopenmp
// heddle: verdict=bug kind=assertion cause=assertion args=--cflags=-fopenmp -DWRONG
#include <assert.h>

int main(void) {
    int buffer = 0;
    int result = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task shared(buffer) depend(out : buffer)
        buffer = 20;
#pragma omp task shared(buffer) depend(inout : buffer)
        buffer++;
#ifdef WRONG
#pragma omp task shared(buffer, result)
#else
#pragma omp task shared(buffer, result) depend(in : buffer)
#endif
        result = 2 * buffer;
    }
    assert(result == 42);
    return 0;
}
