/* The runtime's vector clocks against arrays with a number for each thread: usage clock_oracle SEED STEPS FIBERS. Prints the first
 * difference, or the bytes that the clocks took. */
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/pages/runtime_memory.h"
#include "model/note.h"
#include "race/clocks/clock.h"

#define CLOCKS 24
#define MOST 16384

static struct clock *clocks[CLOCKS];
static uint32_t numbers[CLOCKS][MOST];
static uint32_t fibers;
static size_t bytes_taken;

void *runtime_pages(size_t bytes) {
    bytes_taken += bytes;
    return mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

_Noreturn void out_of(const char *what, uint64_t most) {
    printf("out of %s (%lu)\n", what, most);
    exit(1);
}

/* Neighbours are more likely than others, so that clocks share some parts and differ in others. */
static uint32_t any_fiber(void) {
    uint32_t middle = (uint32_t)random() % 4 * (fibers / 4);
    return ((uint32_t)random() % 3 ? middle + (uint32_t)random() % 80 : (uint32_t)random()) % fibers;
}

static void step(void) {
    unsigned a = (unsigned)random() % CLOCKS, b = (unsigned)random() % CLOCKS;
    switch (random() % 8) {
    case 0:
        clock_copy(&clocks[a], clocks[b]);
        memcpy(numbers[a], numbers[b], sizeof numbers[a]);
        break;
    case 1:
    case 2:
    case 3:
        clock_join(&clocks[a], clocks[b]);
        for (uint32_t i = 0; i < fibers; i++) {
            numbers[a][i] = numbers[b][i] > numbers[a][i] ? numbers[b][i] : numbers[a][i];
        }
        break;
    case 4:
        if (random() % 8 == 0) {
            clock_copy(&clocks[a], NULL);
            memset(numbers[a], 0, sizeof numbers[a]);
        }
        break;
    default: {
        uint32_t fiber = any_fiber();
        numbers[a][fiber] = clock_get(clocks[a], fiber) + 1;
        clock_set(&clocks[a], fiber, numbers[a][fiber]);
    }
    }
}

static bool equal(void) {
    for (unsigned c = 0; c < CLOCKS; c++) {
        for (uint32_t i = 0; i < fibers; i++) {
            if (clock_get(clocks[c], i) != numbers[c][i]) {
                printf("clock %u has %u of fiber %u, not %u\n", c, clock_get(clocks[c], i), i, numbers[c][i]);
                return false;
            }
        }
    }
    return true;
}

int main(int count, char **words) {
    if (count != 4) {
        return 2;
    }
    srandom((unsigned)atoi(words[1]));
    fibers = (uint32_t)atoi(words[3]);
    for (int steps = atoi(words[2]), i = 0; i < steps; i++) {
        step();
        if ((i % 64 == 0 || i == steps - 1) && !equal()) {
            return 1;
        }
    }
    printf("%zu\n", bytes_taken);
    return 0;
}
