// Three threads own a field each of a record; two of them also touch the sum.
//
// heddle: verdict=bug races
// heddle: verdict=bug races args=--bound switches=2
#include "../../together.h"

static struct {
    int first;
    int second;
    int third;
    int sum;
} shared;

static void *work_on_first(void *unused) {
    shared.first = 1;
    shared.sum += shared.first;
    return unused;
}

static void *work_on_second(void *unused) {
    shared.second = 2;
    return unused;
}

static void *work_on_third(void *unused) {
    shared.third = 3;
    shared.sum += shared.third;
    return unused;
}

int main(void) {
    TOGETHER(work_on_first, work_on_second, work_on_third);
    return 0;
}
