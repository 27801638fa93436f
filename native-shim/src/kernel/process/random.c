#define _GNU_SOURCE
#include "kernel/process/random.h"

#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "base/compiler.h"
#include "base/real.h"
#include "model/fibers/alike.h"
#include "model/runtime.h"

#define MOST_ENTROPY 256
#define MEMORY_DEVICES 1u /* the major number of /dev/random and /dev/urandom: Documentation/admin-guide/devices.txt of Linux */
#define RANDOM 8u
#define URANDOM 9u
#define KERNEL_BYTES 16 /* at AT_RANDOM: getauxval(3) */
#define FLAGS (GRND_NONBLOCK | GRND_RANDOM | GRND_INSECURE)

/* libc has had them since 2.36 only. */
uint32_t arc4random(void);
uint32_t arc4random_uniform(uint32_t bound);
void arc4random_buf(void *buffer, size_t length);

/* The program has opened a device, in this execution or before. */
static bool is_read;

static uint64_t number(uint64_t z) {
    z *= 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

static uint64_t draw(void) {
    alike_told_apart(rt.current);
    return number(((uint64_t)rt.current->id << 32) + ++rt.current->seen.drawn);
}

void random_fill(void *buffer, size_t length) {
    for (size_t done = 0; done < length; done += sizeof(uint64_t)) {
        uint64_t drawn = draw();
        memcpy((char *)buffer + done, &drawn, length - done < sizeof drawn ? length - done : sizeof drawn);
    }
}

void random_fill_parts(const struct iovec *parts, int count) {
    for (int i = 0; i < count; i++) {
        random_fill(parts[i].iov_base, parts[i].iov_len);
    }
}

EXPORT ssize_t getrandom(void *buffer, size_t length, unsigned flags) {
    rt.site = NULL;
    if (!running() || (flags & ~(unsigned)FLAGS)) {
        return REAL(getrandom)(buffer, length, flags);
    }
    random_fill(buffer, length);
    return (ssize_t)length;
}

EXPORT int getentropy(void *buffer, size_t length) {
    rt.site = NULL;
    if (!running() || length > MOST_ENTROPY) {
        return REAL(getentropy)(buffer, length);
    }
    random_fill(buffer, length);
    return 0;
}

EXPORT void arc4random_buf(void *buffer, size_t length) {
    rt.site = NULL;
    if (!running()) {
        REAL(arc4random_buf)(buffer, length);
        return;
    }
    random_fill(buffer, length);
}

EXPORT uint32_t arc4random(void) {
    rt.site = NULL;
    return running() ? (uint32_t)draw() : REAL(arc4random)();
}

EXPORT uint32_t arc4random_uniform(uint32_t bound) {
    rt.site = NULL;
    if (!running()) {
        return REAL(arc4random_uniform)(bound);
    }
    return (uint32_t)((uint64_t)(uint32_t)draw() * bound >> 32);
}

/* std::random_device::operator() of libstdc++, which asks the processor. */
EXPORT uint32_t _ZNSt13random_device9_M_getvalEv(void *device) {
    rt.site = NULL;
    return running() ? (uint32_t)draw() : ((uint32_t (*)(void *))real_function(__func__))(device);
}

/* ---- what the kernel gives ---- */

void random_prepare(void) {
    uint64_t *bytes = (uint64_t *)(uintptr_t)getauxval(AT_RANDOM);
    for (uint64_t i = 0; bytes && i < KERNEL_BYTES / sizeof *bytes; i++) {
        uint64_t drawn = number(i + 1);
        memcpy(&bytes[i], &drawn, sizeof drawn);
    }
}

bool random_is_named(const char *path) {
    bool is_named = path && (strcmp(path, "/dev/urandom") == 0 || strcmp(path, "/dev/random") == 0);
    is_read |= is_named;
    return is_named && running();
}

bool random_is_device(int fd) {
    struct stat status;
    return UNLIKELY(is_read) && running() && REAL(fstat)(fd, &status) == 0 && S_ISCHR(status.st_mode) &&
           major(status.st_rdev) == MEMORY_DEVICES && (minor(status.st_rdev) == RANDOM || minor(status.st_rdev) == URANDOM) &&
           (REAL(fcntl)(fd, F_GETFL) & O_ACCMODE) != O_WRONLY;
}
