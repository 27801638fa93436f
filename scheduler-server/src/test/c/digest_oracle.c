/* Prints the digest of the events on standard input. */
#include <stdio.h>

#include "model/digest.h"

int main(void) {
    static struct heddle_event events[1024];
    size_t count = fread(events, sizeof *events, 1024, stdin);
    printf("%lld\n", (long long)digest_of(events, (uint32_t)count));
    return 0;
}
