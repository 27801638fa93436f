/* Random numbers: in each execution a thread draws the same ones, whatever others draw in between. The generator is splitmix64
 * (Steele, Lea and Flood, OOPSLA 2014). */
#define _GNU_SOURCE
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/random.h>

#include "base/compiler.h"
#include "base/real.h"
#include "model/runtime.h"

#define MOST_ENTROPY 256
#define FLAGS (GRND_NONBLOCK | GRND_RANDOM | GRND_INSECURE)

/* libc has had them since 2.36 only. */
uint32_t arc4random(void);
uint32_t arc4random_uniform(uint32_t bound);
void arc4random_buf(void *buffer, size_t length);

static uint64_t draw(void) {
    uint64_t z = ((uint64_t)rt.current->id << 32) + ++rt.current->seen.drawn;
    z *= 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

static void fill(void *buffer, size_t length) {
    for (size_t done = 0; done < length; done += sizeof(uint64_t)) {
        uint64_t drawn = draw();
        memcpy((char *)buffer + done, &drawn, length - done < sizeof drawn ? length - done : sizeof drawn);
    }
}

EXPORT ssize_t getrandom(void *buffer, size_t length, unsigned flags) {
    rt.site = NULL;
    if (!running() || (flags & ~(unsigned)FLAGS)) {
        return REAL(getrandom)(buffer, length, flags);
    }
    fill(buffer, length);
    return (ssize_t)length;
}

EXPORT int getentropy(void *buffer, size_t length) {
    rt.site = NULL;
    if (!running() || length > MOST_ENTROPY) {
        return REAL(getentropy)(buffer, length);
    }
    fill(buffer, length);
    return 0;
}

EXPORT void arc4random_buf(void *buffer, size_t length) {
    rt.site = NULL;
    if (!running()) {
        REAL(arc4random_buf)(buffer, length);
        return;
    }
    fill(buffer, length);
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
