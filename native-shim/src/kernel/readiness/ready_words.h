/* Which slots are ready, or waited for, where 64 bits do not tell: two bits a slot, 31 slots in each of several words.
 *
 * Events carry 64 bits. While only the first word differs from what it is without any further slot, these are the word itself. A single
 * bit of another word is told by its number. All else has a name, which depends only on what it stands for: executions tell what the
 * names mean that their events have (`ready` of struct shared), and ReadyWords.java reads it. */
#ifndef HEDDLE_READY_WORDS_H
#define HEDDLE_READY_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wire.h"
#include "kernel/readiness/slots.h"

#define READY_NAMED (1ull << 63) /* in what events carry: a name */
#define READY_SINGLE (3ull << 62) /* in what operations wait for: the bit with the number in bits 2 to 61 */
#define WORD_SLOTS (HEDDLE_READY_BITS / 2) /* in each word */
#define WORD_COUNT (SLOTS / WORD_SLOTS)
#define WORD_ALL ((1ull << 2 * WORD_SLOTS) - 1)

/* What is waited for, as it comes together. All zero: nothing. */
struct ready_words {
    uint64_t words[WORD_COUNT];
};

/* The bit of a slot, as events carry it; `writes`: its second one. */
static inline uint64_t ready_bit(int slot, bool writes) {
    return slot < WORD_SLOTS ? 1ull << (2 * slot + writes) : READY_SINGLE | (uint64_t)(2 * slot + writes) << 2;
}

/* Adds what events carry so. */
void ready_add(struct ready_words *words, uint64_t carried);

/* What events carry to say that one of these is waited for; 0 if nothing is. */
uint64_t ready_waited(const struct ready_words *words);

/* What events carry to say that these are ready. `first`: the first word. `more`: `count` further ones; those behind them are all ready. */
uint64_t ready_state(uint64_t first, const uint64_t *more, int count);

/* Whether one of what is waited for is among what is ready. */
bool ready_meet(uint64_t first, const uint64_t *more, int count, uint64_t waited);

#endif
