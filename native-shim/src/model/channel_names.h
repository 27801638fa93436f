/* The names of channels, and of sets of channels that one thread has made. They tell by themselves which channels they stand for:
 * ChannelNames.java has the same ones. */
#ifndef HEDDLE_CHANNEL_NAMES_H
#define HEDDLE_CHANNEL_NAMES_H

#include <stdbool.h>
#include <stdint.h>

#define CHANNEL_NAMES (1ull << 63) /* no address, and none with a process before it */
#define CHANNEL_SET (1ull << 62)
#define CHANNEL_NUMBER_BITS 24
#define MOST_IN_CHANNEL_SET 46u /* channels of one maker: its first ones */

/* The channel that the thread makes as its `number`th, from 1 on. */
static inline uint64_t channel_name(uint64_t maker, uint64_t number) {
    return CHANNEL_NAMES | maker << CHANNEL_NUMBER_BITS | number;
}

/* The set of this channel; 0: it cannot be in one. */
static inline uint64_t channel_set_of(uint64_t channel) {
    uint64_t number = channel & ((1ull << CHANNEL_NUMBER_BITS) - 1), maker = (channel & ~CHANNEL_NAMES) >> CHANNEL_NUMBER_BITS;
    return number <= MOST_IN_CHANNEL_SET ? CHANNEL_NAMES | CHANNEL_SET | maker << MOST_IN_CHANNEL_SET | 1ull << (number - 1) : 0;
}

/* What stands for all that `name` stands for, which is 0 for nothing, and for the channel; 0: nothing does. */
static inline uint64_t channel_name_with(uint64_t name, uint64_t channel) {
    if (name == 0 || name == channel) {
        return channel;
    }
    uint64_t one = name & CHANNEL_SET ? name : channel_set_of(name), other = channel_set_of(channel);
    bool is_of_one_maker = one && other && one >> MOST_IN_CHANNEL_SET == other >> MOST_IN_CHANNEL_SET;
    return is_of_one_maker ? one | other : 0;
}

/* The channels that the name stands for; returns how many. */
static inline uint32_t channels_named(uint64_t name, uint64_t channels[MOST_IN_CHANNEL_SET]) {
    if (!(name & CHANNEL_SET)) {
        channels[0] = name;
        return 1;
    }
    uint64_t maker = (name & ~(CHANNEL_NAMES | CHANNEL_SET)) >> MOST_IN_CHANNEL_SET;
    uint32_t count = 0;
    for (uint64_t left = name & ((1ull << MOST_IN_CHANNEL_SET) - 1); left; left &= left - 1) {
        channels[count++] = channel_name(maker, (uint64_t)__builtin_ctzll(left) + 1);
    }
    return count;
}

#endif
