/* The calls of descriptors.c, beyond the descriptors that the first word of readiness has bits for. */
#define main with_few
#include "descriptors.c"
#undef main

#include <sys/eventfd.h>

int main(void) {
    for (int i = 0; i < 40; i++) {
        if (eventfd(0, 0) < 0) {
            return 1;
        }
    }
    return with_few();
}
