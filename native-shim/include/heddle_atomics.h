/* Atomic functions as GCC has them, where clang refuses the variable: the generic functions of <stdatomic.h> take those that are not
 * _Atomic as well, the built-in functions __atomic_… and __sync_… those that are. Include it before anything else, by
 * `heddle cc -include heddle_atomics.h`, in C. A variable is accessed as one of its type would be that clang takes. */
#ifndef HEDDLE_ATOMICS_H
#define HEDDLE_ATOMICS_H

#if !defined(__cplusplus) && defined(__clang__)

#include <stdatomic.h>

#define HEDDLE_AS_ATOMIC(object) ((_Atomic(__typeof_unqual__(*(object))) *)(object))

#undef atomic_init
#undef atomic_store
#undef atomic_store_explicit
#undef atomic_load
#undef atomic_load_explicit
#undef atomic_exchange
#undef atomic_exchange_explicit
#undef atomic_compare_exchange_strong
#undef atomic_compare_exchange_strong_explicit
#undef atomic_compare_exchange_weak
#undef atomic_compare_exchange_weak_explicit
#undef atomic_fetch_add
#undef atomic_fetch_add_explicit
#undef atomic_fetch_sub
#undef atomic_fetch_sub_explicit
#undef atomic_fetch_or
#undef atomic_fetch_or_explicit
#undef atomic_fetch_xor
#undef atomic_fetch_xor_explicit
#undef atomic_fetch_and
#undef atomic_fetch_and_explicit

#define atomic_init(object, value) __c11_atomic_init(HEDDLE_AS_ATOMIC(object), value)

#define atomic_store_explicit(object, desired, order) __c11_atomic_store(HEDDLE_AS_ATOMIC(object), desired, order)
#define atomic_store(object, desired) atomic_store_explicit(object, desired, __ATOMIC_SEQ_CST)

#define atomic_load_explicit(object, order) __c11_atomic_load(HEDDLE_AS_ATOMIC(object), order)
#define atomic_load(object) atomic_load_explicit(object, __ATOMIC_SEQ_CST)

#define atomic_exchange_explicit(object, desired, order) __c11_atomic_exchange(HEDDLE_AS_ATOMIC(object), desired, order)
#define atomic_exchange(object, desired) atomic_exchange_explicit(object, desired, __ATOMIC_SEQ_CST)

#define atomic_compare_exchange_strong_explicit(object, expected, desired, success, failure)                                           \
    __c11_atomic_compare_exchange_strong(HEDDLE_AS_ATOMIC(object), expected, desired, success, failure)
#define atomic_compare_exchange_strong(object, expected, desired)                                                                      \
    atomic_compare_exchange_strong_explicit(object, expected, desired, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)

#define atomic_compare_exchange_weak_explicit(object, expected, desired, success, failure)                                             \
    __c11_atomic_compare_exchange_weak(HEDDLE_AS_ATOMIC(object), expected, desired, success, failure)
#define atomic_compare_exchange_weak(object, expected, desired)                                                                        \
    atomic_compare_exchange_weak_explicit(object, expected, desired, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)

#define atomic_fetch_add_explicit(object, operand, order) __c11_atomic_fetch_add(HEDDLE_AS_ATOMIC(object), operand, order)
#define atomic_fetch_add(object, operand) atomic_fetch_add_explicit(object, operand, __ATOMIC_SEQ_CST)

#define atomic_fetch_sub_explicit(object, operand, order) __c11_atomic_fetch_sub(HEDDLE_AS_ATOMIC(object), operand, order)
#define atomic_fetch_sub(object, operand) atomic_fetch_sub_explicit(object, operand, __ATOMIC_SEQ_CST)

#define atomic_fetch_or_explicit(object, operand, order) __c11_atomic_fetch_or(HEDDLE_AS_ATOMIC(object), operand, order)
#define atomic_fetch_or(object, operand) atomic_fetch_or_explicit(object, operand, __ATOMIC_SEQ_CST)

#define atomic_fetch_xor_explicit(object, operand, order) __c11_atomic_fetch_xor(HEDDLE_AS_ATOMIC(object), operand, order)
#define atomic_fetch_xor(object, operand) atomic_fetch_xor_explicit(object, operand, __ATOMIC_SEQ_CST)

#define atomic_fetch_and_explicit(object, operand, order) __c11_atomic_fetch_and(HEDDLE_AS_ATOMIC(object), operand, order)
#define atomic_fetch_and(object, operand) atomic_fetch_and_explicit(object, operand, __ATOMIC_SEQ_CST)

/* ---- built-in functions, whose names stand for themselves within their own macros ---- */

#define HEDDLE_NOT_ATOMIC(object) ((__typeof_unqual__(*(object)) *)(object))

#define __atomic_load_n(object, order) __atomic_load_n(HEDDLE_NOT_ATOMIC(object), order)
#define __atomic_store_n(object, desired, order) __atomic_store_n(HEDDLE_NOT_ATOMIC(object), desired, order)
#define __atomic_exchange_n(object, desired, order) __atomic_exchange_n(HEDDLE_NOT_ATOMIC(object), desired, order)
#define __atomic_compare_exchange_n(object, expected, desired, weak, success, failure)                                                 \
    __atomic_compare_exchange_n(HEDDLE_NOT_ATOMIC(object), HEDDLE_NOT_ATOMIC(expected), desired, weak, success, failure)
#define __atomic_load(object, into, order) __atomic_load(HEDDLE_NOT_ATOMIC(object), HEDDLE_NOT_ATOMIC(into), order)
#define __atomic_store(object, from, order) __atomic_store(HEDDLE_NOT_ATOMIC(object), HEDDLE_NOT_ATOMIC(from), order)
#define __atomic_exchange(object, from, into, order)                                                                                   \
    __atomic_exchange(HEDDLE_NOT_ATOMIC(object), HEDDLE_NOT_ATOMIC(from), HEDDLE_NOT_ATOMIC(into), order)
#define __atomic_compare_exchange(object, expected, from, weak, success, failure)                                                      \
    __atomic_compare_exchange(HEDDLE_NOT_ATOMIC(object), HEDDLE_NOT_ATOMIC(expected), HEDDLE_NOT_ATOMIC(from), weak, success, failure)
#define __atomic_fetch_add(object, operand, order) __atomic_fetch_add(HEDDLE_NOT_ATOMIC(object), operand, order)
#define __atomic_add_fetch(object, operand, order) __atomic_add_fetch(HEDDLE_NOT_ATOMIC(object), operand, order)
#define __atomic_fetch_sub(object, operand, order) __atomic_fetch_sub(HEDDLE_NOT_ATOMIC(object), operand, order)
#define __atomic_sub_fetch(object, operand, order) __atomic_sub_fetch(HEDDLE_NOT_ATOMIC(object), operand, order)
#define __atomic_fetch_and(object, operand, order) __atomic_fetch_and(HEDDLE_NOT_ATOMIC(object), operand, order)
#define __atomic_and_fetch(object, operand, order) __atomic_and_fetch(HEDDLE_NOT_ATOMIC(object), operand, order)
#define __atomic_fetch_or(object, operand, order) __atomic_fetch_or(HEDDLE_NOT_ATOMIC(object), operand, order)
#define __atomic_or_fetch(object, operand, order) __atomic_or_fetch(HEDDLE_NOT_ATOMIC(object), operand, order)
#define __atomic_fetch_xor(object, operand, order) __atomic_fetch_xor(HEDDLE_NOT_ATOMIC(object), operand, order)
#define __atomic_xor_fetch(object, operand, order) __atomic_xor_fetch(HEDDLE_NOT_ATOMIC(object), operand, order)
#define __atomic_fetch_nand(object, operand, order) __atomic_fetch_nand(HEDDLE_NOT_ATOMIC(object), operand, order)
#define __atomic_nand_fetch(object, operand, order) __atomic_nand_fetch(HEDDLE_NOT_ATOMIC(object), operand, order)

#define __sync_fetch_and_add(object, ...) __sync_fetch_and_add(HEDDLE_NOT_ATOMIC(object), __VA_ARGS__)
#define __sync_add_and_fetch(object, ...) __sync_add_and_fetch(HEDDLE_NOT_ATOMIC(object), __VA_ARGS__)
#define __sync_fetch_and_sub(object, ...) __sync_fetch_and_sub(HEDDLE_NOT_ATOMIC(object), __VA_ARGS__)
#define __sync_sub_and_fetch(object, ...) __sync_sub_and_fetch(HEDDLE_NOT_ATOMIC(object), __VA_ARGS__)
#define __sync_fetch_and_and(object, ...) __sync_fetch_and_and(HEDDLE_NOT_ATOMIC(object), __VA_ARGS__)
#define __sync_and_and_fetch(object, ...) __sync_and_and_fetch(HEDDLE_NOT_ATOMIC(object), __VA_ARGS__)
#define __sync_fetch_and_or(object, ...) __sync_fetch_and_or(HEDDLE_NOT_ATOMIC(object), __VA_ARGS__)
#define __sync_or_and_fetch(object, ...) __sync_or_and_fetch(HEDDLE_NOT_ATOMIC(object), __VA_ARGS__)
#define __sync_fetch_and_xor(object, ...) __sync_fetch_and_xor(HEDDLE_NOT_ATOMIC(object), __VA_ARGS__)
#define __sync_xor_and_fetch(object, ...) __sync_xor_and_fetch(HEDDLE_NOT_ATOMIC(object), __VA_ARGS__)
#define __sync_fetch_and_nand(object, ...) __sync_fetch_and_nand(HEDDLE_NOT_ATOMIC(object), __VA_ARGS__)
#define __sync_nand_and_fetch(object, ...) __sync_nand_and_fetch(HEDDLE_NOT_ATOMIC(object), __VA_ARGS__)
#define __sync_bool_compare_and_swap(object, ...) __sync_bool_compare_and_swap(HEDDLE_NOT_ATOMIC(object), __VA_ARGS__)
#define __sync_val_compare_and_swap(object, ...) __sync_val_compare_and_swap(HEDDLE_NOT_ATOMIC(object), __VA_ARGS__)
#define __sync_lock_test_and_set(object, ...) __sync_lock_test_and_set(HEDDLE_NOT_ATOMIC(object), __VA_ARGS__)
#define __sync_lock_release(object, ...) __sync_lock_release(HEDDLE_NOT_ATOMIC(object))

#endif
#endif
