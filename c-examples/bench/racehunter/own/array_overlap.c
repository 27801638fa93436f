// Two threads fill halves of an array, and both the element in the middle.
//
// heddle: verdict=bug races=1
// heddle: verdict=bug races=1 args=--bound switches=2
#include "../../together.h"

#define LENGTH 8

static int numbers[LENGTH];

static void *fill_lower(void *unused) {
    for (int i = 0; i <= LENGTH / 2; i++) {
        numbers[i] = i;
    }
    return unused;
}

static void *fill_upper(void *unused) {
    for (int i = LENGTH / 2; i < LENGTH; i++) {
        numbers[i] = i;
    }
    return unused;
}

int main(void) {
    TOGETHER(fill_lower, fill_upper);
    return 0;
}
