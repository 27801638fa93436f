/* Two threads each look for matches in data of their own, as compressors do: hash chains over 1 MB of heap memory, which no other thread
 * touches. Some 25 million accesses of 1, 2 and 4 bytes, next to no synchronisation. Writes into the file that its argument names how
 * many seconds of processor time they took, and how many KiB of memory the process had. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#include "measured.h"

#define BYTES (1u << 20)
#define HASH_BITS 15
#define WINDOW (1u << 16)
#define MIN_MATCH 4
#define MAX_MATCH 64
#define CHAIN 4

struct finder {
    uint8_t *data;
    uint32_t *head;     /* the last position with each hash, + 1 */
    uint16_t *previous; /* for each position in the window, how far back the one before it with its hash is; 0: none */
    uint32_t size, matches;
    uint64_t length;
};

static uint32_t hash(const uint8_t *at) {
    uint32_t word = at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
    return word * 2654435761u >> (32 - HASH_BITS);
}

static uint32_t common(const uint8_t *a, const uint8_t *b, uint32_t most) {
    uint32_t length = 0;
    while (length < most && a[length] == b[length]) {
        length++;
    }
    return length;
}

static void insert(struct finder *f, uint32_t at, uint32_t h) {
    uint32_t last = f->head[h];
    uint32_t back = last ? at + 1 - last : 0;
    f->previous[at % WINDOW] = (uint16_t)(back < WINDOW ? back : 0);
    f->head[h] = at + 1;
}

static uint32_t longest(struct finder *f, uint32_t at, uint32_t h) {
    uint32_t most = f->size - at < MAX_MATCH ? f->size - at : MAX_MATCH, best = 0;
    uint32_t candidate = f->head[h];
    for (int tries = 0; candidate && at + 1 - candidate < WINDOW && tries < CHAIN; tries++) {
        uint32_t length = common(f->data + candidate - 1, f->data + at, most);
        best = length > best ? length : best;
        uint32_t back = f->previous[(candidate - 1) % WINDOW];
        candidate = back ? candidate - back : 0;
    }
    return best;
}

static void *find(void *argument) {
    struct finder *f = argument;
    uint32_t state = 12345;
    for (uint32_t i = 0; i < f->size; i++) { /* words of a small alphabet, so that there are matches */
        state = state * 1103515245 + 12345;
        f->data[i] = (uint8_t)("etaoins "[state >> 16 & 7]);
    }
    for (uint32_t at = 0; at + MIN_MATCH <= f->size;) {
        uint32_t h = hash(f->data + at), length = longest(f, at, h);
        insert(f, at, h);
        if (length >= MIN_MATCH) {
            f->matches++;
            f->length += length;
        }
        at += length >= MIN_MATCH ? length : 1;
    }
    return NULL;
}

int main(int count, char **arguments) {
    double start = user_seconds();
    struct finder finders[2] = {0};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        finders[i].size = BYTES;
        finders[i].data = malloc(BYTES);
        finders[i].head = calloc(1u << HASH_BITS, sizeof *finders[i].head);
        finders[i].previous = calloc(WINDOW, sizeof *finders[i].previous);
        pthread_create(&threads[i], NULL, find, &finders[i]);
    }
    uint64_t length = 0;
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
        length += finders[i].length;
    }
    double passed = user_seconds() - start;
    if (count > 1) {
        write_cost(arguments[1], passed);
    }
    return length < BYTES; /* next to all of it is in matches */
}
