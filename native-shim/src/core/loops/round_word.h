/* Words that rounds are compared by: times and counts that go on in each round stand for what they are from the thread's present on. */
#ifndef HEDDLE_ROUND_WORD_H
#define HEDDLE_ROUND_WORD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "core/virtual_time.h"
#include "model/runtime.h"

/* How often signals have come to a thread is told by numbers with this mark (signal_look.c), which no thread of the program sees. */
#define ROUND_ARRIVALS_MARK (0x5a17c3ull << 24)
#define ROUND_ARRIVALS ((1ull << 24) - 1) /* the count, below the mark */
static inline bool round_word_is_arrivals(uint64_t word) { return (word & ~ROUND_ARRIVALS) == ROUND_ARRIVALS_MARK; }

/* Once the running thread has come past all times that programs wait for (TIME_IS_FAR), the times around its present that clocks show
 * count from that present on: seconds, milliseconds, microseconds and nanoseconds. Earlier ones are what they are: a deadline may
 * come. */
uint64_t round_word_of_far_time(uint64_t word);

/* What the word is compared by. Nearly all are what they are, and each word of a stack is asked for before each event. */
static inline uint64_t round_word(uint64_t word) {
    if (UNLIKELY(round_word_is_arrivals(word))) {
        return ROUND_ARRIVALS_MARK;
    }
    return UNLIKELY(rt.current->time.now >= TIME_IS_FAR) ? round_word_of_far_time(word) : word;
}

#endif
