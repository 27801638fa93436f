// Objects that are owned by regions and call each other asynchronously: a producer hands an object over to a consumer while both also
// count what is under way. In the role of RegionOwnership in Tables 1 and 3 of Bindal, Bansal and Lal (ISSTA 2013): its bug needs two
// preemptions at two variables.
//
// heddle: verdict=inconclusive args=--bound threads=2,variables=1,preemptions=2
// heddle: verdict=bug kind=assertion cause=assertion args=--bound threads=2,variables=2,preemptions=2
// heddle: verdict=bug kind=assertion cause=assertion args=--bound preemptions=2
// heddle: verdict=clean args=--bound preemptions=1
#include <assert.h>
#include <stdatomic.h>

#include "../together.h"

#ifndef CALLS
#define CALLS 1 /* before the object is handed over, and after */
#endif

enum { NOBODY, PRODUCER, CONSUMER };

static atomic_int owner = PRODUCER;
static atomic_int under_way;
static atomic_int calls;

static void call(void) {
    for (int i = 0; i < CALLS; i++) {
        calls++;
    }
}

static void *produce(void *unused) {
    call();
    owner = CONSUMER; /* hands it over … */
    under_way = 1;    /* … and says so, but takes it back at once */
    under_way = 0;
    owner = PRODUCER;
    call();
    return unused;
}

static void *consume(void *unused) {
    int before = owner;
    int after = owner;
    int counted = under_way;
    assert(before == after || counted == 0);
    call();
    return unused;
}

int main(void) {
    TOGETHER(consume, produce);
    return 0;
}
