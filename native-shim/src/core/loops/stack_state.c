
#include "core/loops/stack_state.h"

#include <string.h>

#include "base/compiler.h"
#include "core/loops/round_word.h"
#include "core/loops/stack_hash.h"
#include "heddle_abi.h"
#include "model/addresses.h"
#include "model/fibers/processes.h"
#include "model/fibers/running_stack.h"
#include "model/memory/arenas.h"
#include "model/rule.h"
#include "model/runtime.h"

#define LARGEST_STACK 65536u /* bytes that are compared */
#define FIRST_BYTES 256u /* of a block: pointers behind them are not looked up */
#define CLEANED 1024u   /* bytes: what switching threads leaves */
#define CLEANED_OF_CALL 4096u /* bytes: what else a call on a descriptor leaves, which other threads' events are executed in */
#define OWN_FRAMES 384u /* bytes: more than the functions between what looks for repetitions and the hash need */

static bool for_rounds;
static uint64_t own_end, deadline, from_now; /* see is_own_deadline */

void stack_is_of_round(const struct fiber *fiber) {
    for_rounds = fiber;
    own_end = fiber && has_deadline(fiber->pending) ? rt.frame : 0;
    deadline = own_end ? fiber->pending->argument : 0;
    from_now = own_end ? deadline - fiber->time.now : 0;
}

/* Whether the word is the deadline of what the thread is about to do, in frames of the runtime: it goes on in each round. */
static bool is_own_deadline(const uint64_t *place, uint64_t word) {
    return word == deadline && (uint64_t)(uintptr_t)place < own_end;
}

static bool is_in_arenas(uint64_t word) {
    return word - FIBER_SLOTS < ARENAS_END - FIBER_SLOTS && !is_on_a_stack(word) && arenas_reserved;
}

/* Whether the word, which is in an arena, points into a block that has been freed, to one of its first bytes. */
static __attribute__((noinline)) bool is_freed_block(uint64_t word) {
    for (uint64_t data = word & ~(uint64_t)(ALIGNMENT - 1); data + FIRST_BYTES > word; data -= ALIGNMENT) {
        const struct block *b = (const struct block *)(uintptr_t)data - 1;
        if (block_magic(b) == FREED || block_magic(b) == LIVE) {
            return block_magic(b) == FREED && word - data < block_size(b);
        }
    }
    return false;
}

/* Two words are there below each word that is looked at: what saves the registers is called. */
static bool is_number_counted_in(const uint64_t *word) {
    return word[-1] == HEDDLE_COUNT_MARK_2 && word[-2] == HEDDLE_COUNT_MARK;
}

/* uint64_t heddle_state(uint64_t top): a hash of the callee-saved registers and of the stack up to `top`; 0: too large, or not known. */
__attribute__((used)) uint64_t heddle_hash_stack(uint64_t top, const uint64_t *from);
__asm__(".text\n"
        ".hidden heddle_state\n"
        ".globl heddle_state\n"
        ".type heddle_state,@function\n"
        "heddle_state:\n"
        "  push %rbp; push %rbx; push %r12; push %r13; push %r14; push %r15\n"
        "  sub $8, %rsp\n"
        "  lea 8(%rsp), %rsi\n"
        "  call heddle_hash_stack\n"
        "  add $56, %rsp\n"
        "  ret\n"
        ".size heddle_state,.-heddle_state\n");

/* Words of the stack that the loop looks at: other threads change them, and what was read there is known. */
static uint64_t looked_at[MOST_LOOKED_AT];
static uint32_t looked_at_count;

static bool is_looked_at(uint64_t word) {
    for (uint32_t i = 0; i < looked_at_count; i++) {
        if (looked_at[i] - word < 8) {
            return true;
        }
    }
    return false;
}

/* What counts of the word there: nothing of what is looked at, and in a round neither numbers that count nor where freed blocks were; times
 * from the present on. */
static inline __attribute__((always_inline)) uint64_t word_at(const uint64_t *place, bool looks, bool of_round) {
    uint64_t word = looks && UNLIKELY(is_looked_at((uint64_t)(uintptr_t)place)) ? 0 : *place;
    if (of_round && UNLIKELY(is_number_counted_in(place))) {
        return 0;
    }
    if (of_round) {
        word = UNLIKELY(is_own_deadline(place, word)) ? from_now : round_word(word);
    }
    return of_round && UNLIKELY(is_in_arenas(word)) && is_freed_block(word) ? 1 : word;
}

static inline __attribute__((always_inline)) void add_looked_at(struct stack_hash *hash, const uint64_t *block, bool looks,
                                                                bool of_round) {
    stack_hash_add_words(hash, word_at(block, looks, of_round), word_at(block + 1, looks, of_round),
                         word_at(block + 2, looks, of_round), word_at(block + 3, looks, of_round));
}

/* The last words, which are fewer than a block. */
static void add_last(struct stack_hash *hash, const uint64_t *from, const uint64_t *end, bool looks, bool of_round) {
    for (; from < end; from++) {
        stack_hash_add_words(hash, word_at(from, looks, of_round), 0, 0, 0);
    }
}

static uint64_t hash_of(const uint64_t *from, const uint64_t *end, bool looks, bool of_round) {
    struct stack_hash hash = stack_hash_start();
    for (; end - from >= STACK_HASH_BLOCK; from += STACK_HASH_BLOCK) {
        if (looks || of_round) {
            add_looked_at(&hash, from, looks, of_round);
        } else {
            stack_hash_add(&hash, from);
        }
    }
    add_last(&hash, from, end, looks, of_round);
    return stack_hash_end(&hash);
}

/* The same of a round in which no deadline is the thread's own, and the present is not far: nearly all words are what they are. */
static uint64_t hash_of_plain_round(const uint64_t *from, const uint64_t *end) {
    const struct stack_filter filter = stack_filter(ROUND_ARRIVALS_MARK, HEDDLE_COUNT_MARK_2, FIBER_SLOTS, ARENAS_END,
                                                    fiber_slot(rt.current->id), FIBER_STACK_TOP);
    struct stack_hash hash = stack_hash_start();
    unsigned look = 1u << (STACK_HASH_BLOCK - 1); /* a mark may lie below */
    for (; end - from >= STACK_HASH_BLOCK; from += STACK_HASH_BLOCK) {
        bool last_counts = look >> (STACK_HASH_BLOCK - 1); /* the last word of the block before may be a mark of the next one */
        look = stack_filter_look(&filter, from);
        if (UNLIKELY(look | last_counts)) {
            add_looked_at(&hash, from, false, true);
        } else {
            stack_hash_add(&hash, from);
        }
    }
    add_last(&hash, from, end, false, true);
    return stack_hash_end(&hash);
}

uint64_t heddle_hash_stack(uint64_t top, const uint64_t *from) {
    if (top - (uint64_t)(uintptr_t)from > LARGEST_STACK || !is_on_running_stack(rt.current, (uint64_t)(uintptr_t)from)) {
        return 0;
    }
    const uint64_t *end = (const uint64_t *)(uintptr_t)(top & ~7ull);
    bool plain = for_rounds && looked_at_count == 0 && own_end == 0 && rt.current->time.now < TIME_IS_FAR;
    return (plain ? hash_of_plain_round(from, end) : hash_of(from, end, looked_at_count > 0, for_rounds)) | 1;
}

/* Clears the stack below the function that it is used in. */
#define CLEAN(bytes)                                     \
    do {                                                 \
        volatile char dead[bytes];                       \
        memset((void *)(uintptr_t)dead, 0, sizeof dead); \
        __asm__ volatile("" ::"r"(dead) : "memory");     \
    } while (0)

__attribute__((noinline)) void spin_clean_stack(void) { CLEAN(CLEANED); }

__attribute__((noinline)) void stack_clean_after_call(void) { CLEAN(CLEANED_OF_CALL); }

__attribute__((noinline)) void stack_clean_own_frames(void) { CLEAN(OWN_FRAMES); }

void stack_look_away(const struct fiber *fiber, uint64_t object) {
    uint64_t address = address_of_name(object);
    if (is_on_running_stack(fiber, address)) {
        looked_at[looked_at_count++] = address;
    }
}

void stack_look_at_all(void) { looked_at_count = 0; }

uint64_t spin_state(const struct fiber *fiber) {
    stack_look_at_all();
    return heddle_state(running_stack_top(fiber));
}
