// A player in the role of tplay in Table 2 of Inspect: one thread reads a sound file ahead, converts its samples and puts them into a ring
// of blocks; the main thread takes the blocks out, applies the volume and plays them on a "device" that keeps what it was given. The file,
// in WAVE's format (8 or 16 bits, one or two channels), and the device are in memory. Clean, as in the paper.
//
// heddle: verdict=clean args=--pedantic
// heddle: verdict=clean args=--pedantic -DBITS=16 -DCHANNELS=1
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef BITS
#define BITS 8
#endif
#ifndef CHANNELS
#define CHANNELS 2
#endif

enum {
    BLOCK = 4,  /* frames */
    BLOCKS = 2, /* in the ring */
    FRAMES = 10,
    RATE = 8000,
    FRAME_SIZE = BITS / 8 * CHANNELS,
    HEADER_SIZE = 44,
    FILE_SIZE = HEADER_SIZE + FRAMES * FRAME_SIZE,
    FULL_VOLUME = 256
};

/* ---- the file ---- */

static unsigned char file[FILE_SIZE];

static void put16(unsigned char *at, uint32_t value) {
    at[0] = (unsigned char)value;
    at[1] = (unsigned char)(value >> 8);
}

static void put32(unsigned char *at, uint32_t value) {
    put16(at, value);
    put16(at + 2, value >> 16);
}

static uint32_t get16(const unsigned char *at) { return at[0] | (uint32_t)at[1] << 8; }

static uint32_t get32(const unsigned char *at) { return get16(at) | get16(at + 2) << 16; }

/* A triangle, of another height in each channel. */
static int wave(int frame, int channel) {
    int phase = frame % 8;
    int height = phase < 4 ? phase : 8 - phase;
    return (height - 2) * (channel + 1) * 8;
}

static void write_samples(unsigned char *at) {
    for (int frame = 0; frame < FRAMES; frame++) {
        for (int channel = 0; channel < CHANNELS; channel++) {
            int sample = wave(frame, channel);
            if (BITS == 8) {
                *at = (unsigned char)(sample + 128);
            } else {
                put16(at, (uint32_t)(sample * 256) & 0xffff);
            }
            at += BITS / 8;
        }
    }
}

static void write_file(void) {
    memcpy(file, "RIFF", 4);
    put32(file + 4, FILE_SIZE - 8);
    memcpy(file + 8, "WAVEfmt ", 8);
    put32(file + 16, 16);
    put16(file + 20, 1);
    put16(file + 22, CHANNELS);
    put32(file + 24, RATE);
    put32(file + 28, RATE * FRAME_SIZE);
    put16(file + 32, FRAME_SIZE);
    put16(file + 34, BITS);
    memcpy(file + 36, "data", 4);
    put32(file + 40, FRAMES * FRAME_SIZE);
    write_samples(file + HEADER_SIZE);
}

/* ---- reading it ---- */

struct format {
    unsigned channels;
    unsigned rate;
    unsigned bits;
};

struct source {
    const unsigned char *data;
    size_t size;
    size_t at;
    struct format format;
    size_t data_end;
};

static bool is_tag(const struct source *source, size_t at, const char *tag) {
    return at + 4 <= source->size && memcmp(source->data + at, tag, 4) == 0;
}

static bool read_format(struct source *source, size_t at, size_t length) {
    if (length < 16 || at + length > source->size || get16(source->data + at) != 1) {
        return false;
    }
    source->format.channels = get16(source->data + at + 2);
    source->format.rate = get32(source->data + at + 4);
    source->format.bits = get16(source->data + at + 14);
    bool known = source->format.bits == 8 || source->format.bits == 16;
    return known && source->format.channels >= 1 && source->format.channels <= 2 && source->format.rate > 0;
}

/* Goes through the chunks up to the samples. */
static bool open_source(struct source *source, const unsigned char *data, size_t size) {
    *source = (struct source){.data = data, .size = size};
    if (!is_tag(source, 0, "RIFF") || !is_tag(source, 8, "WAVE")) {
        return false;
    }
    bool has_format = false;
    size_t at = 12;
    while (at + 8 <= size) {
        size_t length = get32(data + at + 4);
        if (is_tag(source, at, "fmt ")) {
            has_format = read_format(source, at + 8, length);
        } else if (is_tag(source, at, "data")) {
            source->at = at + 8;
            source->data_end = source->at + length <= size ? source->at + length : size;
            return has_format;
        }
        at += 8 + length + length % 2;
    }
    return false;
}

static size_t frame_size(const struct format *format) { return format->bits / 8 * format->channels; }

/* One channel of the frame at `at`, as a sample of 16 bits. */
static int sample_at(const struct source *source, size_t at, unsigned channel) {
    const unsigned char *sample = source->data + at + channel * (source->format.bits / 8);
    if (source->format.bits == 8) {
        return (*sample - 128) * 256;
    }
    int value = (int)get16(sample);
    return value < 0x8000 ? value : value - 0x10000;
}

/* ---- the ring ---- */

struct frame {
    int16_t left;
    int16_t right;
};

struct block {
    size_t length;
    struct frame frames[BLOCK];
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

/* ---- reading ahead ---- */

static bool read_block(struct source *source, struct block *block) {
    block->length = 0;
    size_t step = frame_size(&source->format);
    while (block->length < BLOCK && source->at + step <= source->data_end) {
        struct frame *frame = &block->frames[block->length++];
        frame->left = (int16_t)sample_at(source, source->at, 0);
        frame->right = source->format.channels == 2 ? (int16_t)sample_at(source, source->at, 1) : frame->left;
        source->at += step;
    }
    return block->length > 0;
}

static void *prefetch(void *of) {
    struct source *source = of;
    struct block block;
    while (read_block(source, &block)) {
        put(&block);
    }
    finish();
    return NULL;
}

/* ---- playing ---- */

struct device {
    struct frame played[FRAMES];
    size_t length;
    int peak;
};

static int16_t scaled(int16_t sample, int volume) {
    int value = sample * volume / FULL_VOLUME;
    return (int16_t)(value > INT16_MAX ? INT16_MAX : value < INT16_MIN ? INT16_MIN : value);
}

static int magnitude(int16_t sample) { return sample < 0 ? -sample : sample; }

static void play(struct device *device, const struct block *block, int volume) {
    for (size_t i = 0; i < block->length; i++) {
        struct frame *out = &device->played[device->length++];
        out->left = scaled(block->frames[i].left, volume);
        out->right = scaled(block->frames[i].right, volume);
        int louder = magnitude(out->left) > magnitude(out->right) ? magnitude(out->left) : magnitude(out->right);
        device->peak = louder > device->peak ? louder : device->peak;
    }
}

/* ---- what was to be heard ---- */

static bool is_as_written(const struct device *device, int volume) {
    for (size_t i = 0; i < device->length; i++) {
        int16_t left = scaled((int16_t)(wave((int)i, 0) * 256), volume);
        int16_t right = scaled((int16_t)(wave((int)i, CHANNELS - 1) * 256), volume);
        if (device->played[i].left != left || device->played[i].right != right) {
            return false;
        }
    }
    return true;
}

int main(void) {
    static struct device device;
    struct source source;
    pthread_t prefetcher;
    struct block block;
    int volume = FULL_VOLUME / 2;
    write_file();
    if (!open_source(&source, file, sizeof file)) {
        fprintf(stderr, "player: not a sound file that can be played\n");
        return 1;
    }
    pthread_create(&prefetcher, NULL, prefetch, &source);
    while (take(&block)) {
        play(&device, &block, volume);
    }
    pthread_join(prefetcher, NULL);
    assert(device.length == FRAMES);
    assert(is_as_written(&device, volume));
    assert(device.peak == 16 * 256 / 2 * CHANNELS);
    return 0;
}
