#include "zygote/files/descriptors.h"

#include <fcntl.h>
#include <unistd.h>

#include "base/real.h"

int descriptor_above(int descriptor) {
    int moved = REAL(fcntl)(descriptor, F_DUPFD_CLOEXEC, OWN_DESCRIPTORS);
    if (moved < 0) {
        return descriptor;
    }
    REAL(close)(descriptor);
    return moved;
}
