/* A hash of the words of a stack, two at a time, and which words need a look before they are hashed. Each word of a stack is hashed
 * before each event, so this is most of what an operation costs. SSE2 is there on every x86-64. */
#ifndef HEDDLE_STACK_HASH_H
#define HEDDLE_STACK_HASH_H

#include <emmintrin.h>
#include <stdbool.h>
#include <stdint.h>

#define STACK_HASH_BLOCK 4u /* words */

struct stack_hash {
    __m128i a, b;
};

static inline struct stack_hash stack_hash_start(void) {
    return (struct stack_hash){_mm_set_epi64x(0x243f6a8885a308d3, 0x13198a2e03707344),
                               _mm_set_epi64x(0x4093822299f31d0, 0x82efa98ec4e6c89)};
}

/* Multiply with carry (Marsaglia, "Random number generators", 2003): nearly every word leads from different sums to different sums, and from
 * one sum different words to different ones. */
static inline __m128i stack_hash_step(__m128i sum, __m128i words) {
    const __m128i factor = _mm_set1_epi64x(0xfffffed1);
    __m128i mixed = _mm_xor_si128(sum, words);
    return _mm_add_epi64(_mm_mul_epu32(mixed, factor), _mm_srli_epi64(mixed, 32));
}

static inline void stack_hash_add_words(struct stack_hash *hash, uint64_t w0, uint64_t w1, uint64_t w2, uint64_t w3) {
    hash->a = stack_hash_step(hash->a, _mm_set_epi64x((long long)w1, (long long)w0));
    hash->b = stack_hash_step(hash->b, _mm_set_epi64x((long long)w3, (long long)w2));
}

static inline void stack_hash_add(struct stack_hash *hash, const uint64_t *block) {
    hash->a = stack_hash_step(hash->a, _mm_loadu_si128((const __m128i *)(const void *)block));
    hash->b = stack_hash_step(hash->b, _mm_loadu_si128((const __m128i *)(const void *)(block + 2)));
}

static inline uint64_t stack_hash_mixed(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
    return hash ^ hash >> 32;
}

static inline uint64_t stack_hash_end(const struct stack_hash *hash) {
    uint64_t sums[4], all = 0xcbf29ce484222325ull;
    _mm_storeu_si128((__m128i *)(void *)sums, hash->a);
    _mm_storeu_si128((__m128i *)(void *)(sums + 2), hash->b);
    for (unsigned i = 0; i < 4; i++) {
        all = stack_hash_mixed(all, sums[i]);
    }
    return all;
}

/* Words to be looked at: with one of these in their upper half, or with one of a range; but not pointers into the thread's own stack. */
struct stack_filter {
    __m128i upper, upper_too;
    __m128i from, limit; /* of the range, less what makes the comparison one of signed numbers */
    __m128i own_upper, own_lower, own_limit;
};

#define STACK_FILTER_SIGN 0x80000000u

/* The range is that of the upper halves; the stack lies in 4 GB that begin at a multiple of them. */
static inline struct stack_filter stack_filter(uint64_t upper, uint64_t upper_too, uint64_t start, uint64_t end, uint64_t stack,
                                               uint64_t stack_size) {
    return (struct stack_filter){
        .upper = _mm_set1_epi32((int)(upper >> 32)),
        .upper_too = _mm_set1_epi32((int)(upper_too >> 32)),
        .from = _mm_set1_epi32((int)((start >> 32) + STACK_FILTER_SIGN)),
        .limit = _mm_set1_epi32((int)(((end - 1) >> 32) - (start >> 32) + 1 - STACK_FILTER_SIGN)),
        .own_upper = _mm_set1_epi32((int)(stack >> 32)),
        .own_lower = _mm_set1_epi32((int)((uint32_t)stack + STACK_FILTER_SIGN)),
        .own_limit = _mm_set1_epi32((int)((uint32_t)stack_size - STACK_FILTER_SIGN)),
    };
}

/* Which words of the block are to be looked at: a bit each. */
static inline unsigned stack_filter_look(const struct stack_filter *f, const uint64_t *block) {
    __m128 one = _mm_castsi128_ps(_mm_loadu_si128((const __m128i *)(const void *)block));
    __m128 other = _mm_castsi128_ps(_mm_loadu_si128((const __m128i *)(const void *)(block + 2)));
    __m128i upper = _mm_castps_si128(_mm_shuffle_ps(one, other, _MM_SHUFFLE(3, 1, 3, 1)));
    __m128i lower = _mm_castps_si128(_mm_shuffle_ps(one, other, _MM_SHUFFLE(2, 0, 2, 0)));
    __m128i in_range = _mm_cmplt_epi32(_mm_sub_epi32(upper, f->from), f->limit);
    __m128i own =
        _mm_and_si128(_mm_cmpeq_epi32(upper, f->own_upper), _mm_cmplt_epi32(_mm_sub_epi32(lower, f->own_lower), f->own_limit));
    __m128i marked = _mm_or_si128(_mm_cmpeq_epi32(upper, f->upper), _mm_cmpeq_epi32(upper, f->upper_too));
    return (unsigned)_mm_movemask_ps(_mm_castsi128_ps(_mm_or_si128(marked, _mm_andnot_si128(own, in_range))));
}

#endif
