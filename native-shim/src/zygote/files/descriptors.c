#include "zygote/files/descriptors.h"

#include <fcntl.h>
#include <unistd.h>

#include "base/real.h"

#define HIGH 58 /* our descriptors live above the program's, but within the 64 that a fork copies cheaply */

int descriptor_above(int descriptor) {
    int moved = REAL(fcntl)(descriptor, F_DUPFD_CLOEXEC, HIGH);
    if (moved < 0) {
        return descriptor;
    }
    REAL(close)(descriptor);
    return moved;
}
