// One thread of the team reads a setting; then all use it.
//
// With WRONG the others do not wait for it.
//
//   heddle check --cflags=-fopenmp c-examples/openmp/no-wait.c
//
// heddle: verdict=clean args=--cflags=-fopenmp
// heddle: verdict=bug kind=assertion cause=assertion races args=--cflags=-fopenmp -DWRONG
#include <assert.h>

int main(void) {
    int setting = 0;
    int sum = 0;
#pragma omp parallel
    {
#ifdef WRONG
#pragma omp single nowait
#else
#pragma omp single
#endif
        setting = 3;
#pragma omp atomic
        sum += setting;
    }
    assert(sum == 6);
    return 0;
}
