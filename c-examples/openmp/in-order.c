// Iterations run at the same time, but write what they have found one after the other.
//
// With WRONG they write it as they come.
//
//   heddle check --cflags=-fopenmp c-examples/openmp/in-order.c
//
// heddle: verdict=clean args=--cflags=-fopenmp
// heddle: verdict=bug kind=assertion cause=assertion args=--cflags=-fopenmp -DWRONG
#include <assert.h>

int main(void) {
    int written[3];
    int count = 0;
#pragma omp parallel for ordered schedule(dynamic)
    for (int i = 0; i < 3; i++) {
        int found = i * i;
#ifdef WRONG
#pragma omp critical
#else
#pragma omp ordered
#endif
        written[count++] = found;
    }
    assert(written[0] == 0 && written[1] == 1 && written[2] == 4);
    return 0;
}
