// Two threads add to a number without a lock.
//
// heddle: verdict=bug races
// heddle: verdict=bug races args=--bound switches=2
#include "../../together.h"

static int number;

static void *add_one(void *unused) {
    int seen = number + 1;
    number = seen;
    return unused;
}

static void *add_two(void *unused) {
    int seen = number + 2;
    number = seen;
    return unused;
}

int main(void) {
    TOGETHER(add_one, add_two);
    return 0;
}
