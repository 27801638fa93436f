// A driver is stopped while a request comes in: the request looks at the flag, and counts itself in a moment too late. In the manner of
// the driver that Qadeer and Wu describe (PLDI 2004), with plain variables.
//
// heddle: verdict=bug kind=assertion cause=assertion races
// heddle: verdict=bug kind=assertion cause=assertion races args=--bound switches=2
#include <assert.h>
#include <stdbool.h>

#include "../../together.h"

static int pending = 1;
static bool stopping;
static bool stopped;

static void *stop(void *unused) {
    stopping = true;
    if (--pending == 0) {
        stopped = true;
    }
    return unused;
}

static void *request(void *unused) {
    if (!stopping) {
        pending++;
        assert(!stopped);
        pending--;
    }
    return unused;
}

int main(void) {
    TOGETHER(stop, request);
    return 0;
}
