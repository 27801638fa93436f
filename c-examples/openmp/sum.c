// Threads of a team add up an array.
//
// With WRONG the clause `reduction` is missing: all threads add to the same variable, and additions are lost.
//
//   heddle check --cflags=-fopenmp c-examples/openmp/sum.c
//
// heddle: verdict=clean args=--cflags=-fopenmp
// heddle: verdict=bug kind=assertion cause=assertion races args=--cflags=-fopenmp -DWRONG
#include <assert.h>

int main(void) {
    int values[] = {1, 2, 3, 4};
    int sum = 0;
#ifdef WRONG
#pragma omp parallel for
#else
#pragma omp parallel for reduction(+ : sum)
#endif
    for (int i = 0; i < 4; i++) {
        sum += values[i];
    }
    assert(sum == 10);
    return 0;
}
