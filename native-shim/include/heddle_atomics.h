/* The generic functions of <stdatomic.h> for variables that are not _Atomic as well, as GCC has them: clang refuses those. Include it before
 * anything else, by `heddle cc -include heddle_atomics.h`, in C. The variable is accessed as an _Atomic one of its type would be. */
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

#endif
#endif
