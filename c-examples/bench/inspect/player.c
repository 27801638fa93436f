// A player in the role of tplay in Table 2 of Inspect: one thread reads audio ahead into a ring of blocks, the other plays it. Clean, as in
// the paper.
//
// heddle: verdict=clean args=--pedantic
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { BLOCK = 4, BLOCKS = 2, STREAM = 10 };

struct block {
    size_t length;
    signed char samples[BLOCK];
};

struct ring {
    pthread_mutex_t lock;
    pthread_cond_t filled;
    pthread_cond_t emptied;
    struct block blocks[BLOCKS];
    size_t first;
    size_t count;
    bool at_end;
};

static struct ring ring = {
    .lock = PTHREAD_MUTEX_INITIALIZER, .filled = PTHREAD_COND_INITIALIZER, .emptied = PTHREAD_COND_INITIALIZER};

static const signed char stream[STREAM] = {0, 3, 5, 7, 5, 3, 0, -3, -5, -7};
static signed char played[STREAM];

static size_t read_block(size_t at, struct block *block) {
    size_t left = STREAM - at;
    block->length = left < BLOCK ? left : BLOCK;
    memcpy(block->samples, stream + at, block->length);
    return block->length;
}

static void put(const struct block *block) {
    pthread_mutex_lock(&ring.lock);
    while (ring.count == BLOCKS) {
        pthread_cond_wait(&ring.emptied, &ring.lock);
    }
    ring.blocks[(ring.first + ring.count) % BLOCKS] = *block;
    ring.count++;
    pthread_cond_signal(&ring.filled);
    pthread_mutex_unlock(&ring.lock);
}

static void finish(void) {
    pthread_mutex_lock(&ring.lock);
    ring.at_end = true;
    pthread_cond_signal(&ring.filled);
    pthread_mutex_unlock(&ring.lock);
}

static bool take(struct block *block) {
    pthread_mutex_lock(&ring.lock);
    while (ring.count == 0 && !ring.at_end) {
        pthread_cond_wait(&ring.filled, &ring.lock);
    }
    bool there = ring.count > 0;
    if (there) {
        *block = ring.blocks[ring.first];
        ring.first = (ring.first + 1) % BLOCKS;
        ring.count--;
        pthread_cond_signal(&ring.emptied);
    }
    pthread_mutex_unlock(&ring.lock);
    return there;
}

static void *prefetch(void *unused) {
    struct block block;
    for (size_t at = 0; at < STREAM; at += block.length) {
        read_block(at, &block);
        put(&block);
    }
    finish();
    return unused;
}

int main(void) {
    pthread_t prefetcher;
    struct block block;
    size_t at = 0;
    pthread_create(&prefetcher, NULL, prefetch, NULL);
    while (take(&block)) {
        memcpy(played + at, block.samples, block.length);
        at += block.length;
    }
    pthread_join(prefetcher, NULL);
    assert(at == STREAM);
    assert(memcmp(played, stream, STREAM) == 0);
    return 0;
}
