/* For authors of tests: what a program may say to Heddle. Include it with <heddle.h>; `heddle cc` and `heddle check`
 * find it by themselves and link what it needs. A program that uses it also runs on its own.
 *
 * The functions that verification tools share (__VERIFIER_nondet_int(), __VERIFIER_assume(),
 * __VERIFIER_atomic_begin(), reach_error() and their kin) are there as well; a program's own definitions win.
 */
#ifndef HEDDLE_H
#define HEDDLE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One of 0 … alternatives-1. Under Heddle every one is explored; on its own the program gets 0. */
uint32_t heddle_choose(uint32_t alternatives);

/* Only what fulfils the condition is of interest: otherwise Heddle drops this execution. On its own the program then
 * flushes its output and ends with status 0, as nothing was found. */
void heddle_assume(int condition);

/* Exploring begins here: what all threads have done before, such as a long set-up, is executed in one order alone, and the verdict is about
 * what follows. Where it took long it is executed once, and later executions go on from here. Later calls mean nothing. Not within an
 * atomic section. */
void heddle_begin(void);

/* The calling thread gets on. In a program that calls this, a round of events that threads can repeat for ever is a livelock if no thread
 * calls it in that round, and else it is none. That holds for threads that never end as well, as those of a server. Call it in the loop,
 * where something has been done. */
void heddle_progress(void);

/* What runs between the two is one step: no other thread comes in between. They do not nest. On its own the program
 * gets no protection: use them for the checking itself, not for what is checked. */
void heddle_atomic_begin(void);
void heddle_atomic_end(void);

/* Data races on these bytes are meant to be, from now on, and not reported; what they lead to is still explored. */
void heddle_benign_race(const volatile void *address, size_t size);

/* Reports a failed assertion; what heddle_assert calls. On its own the program prints a message and aborts. */
void heddle_fail(const char *expression, const char *file, int line, const char *function);

/* As assert(), but also there when NDEBUG is defined. */
#define heddle_assert(condition)                                                                                       \
    ((condition) ? (void)0 : heddle_fail(#condition, __FILE__, __LINE__, __func__))

/* ---- Claims: what has to be so in every state of every interleaving ----
 *
 *     static int inside[2];
 *     HEDDLE_NEVER(inside[0] && inside[1]);
 *     HEDDLE_EVENTUALLY(inside[0] && !inside[1]);
 *
 * A condition that never holds, and one that holds at some time before the process ends by itself. Heddle looks at it after every event,
 * in all orders of the accesses that change what it reads; no thread has to read it, and it races with none. It is an expression of
 * objects at file scope; the functions below take one of anything that lasts. It reads memory and does nothing else. On its own the
 * program looks at no condition. */
#define HEDDLE_NEVER(...) HEDDLE_CLAIM_(0, __COUNTER__, "HEDDLE_NEVER(" #__VA_ARGS__ ")", (__VA_ARGS__))
#define HEDDLE_EVENTUALLY(...) HEDDLE_CLAIM_(1, __COUNTER__, "HEDDLE_EVENTUALLY(" #__VA_ARGS__ ")", (__VA_ARGS__))

/* The same of a function, which is called with the argument: an int that is not 0 where the condition holds. Before the first
 * pthread_create. */
#define heddle_never(condition, argument)                                                                              \
    heddle_claim(0, (condition), (argument), "heddle_never(" #condition ", " #argument ")")
#define heddle_eventually(condition, argument)                                                                         \
    heddle_claim(1, (condition), (argument), "heddle_eventually(" #condition ", " #argument ")")

typedef int heddle_condition_fn(void *argument);
void heddle_claim(int eventually, heddle_condition_fn *condition, void *argument, const char *text);

#define HEDDLE_CLAIM_(eventually, number, text, expression) HEDDLE_CLAIM_AS_(eventually, number, text, expression)
#define HEDDLE_CLAIM_AS_(eventually, number, text, expression)                                                         \
    static int heddle_condition_##number##_(void *unused) {                                                            \
        (void)unused;                                                                                                  \
        return (expression) ? 1 : 0;                                                                                   \
    }                                                                                                                  \
    __attribute__((constructor)) static void heddle_claim_##number##_(void) {                                          \
        heddle_claim((eventually), heddle_condition_##number##_, NULL, (text));                                        \
        __asm__ volatile(""); /* no tail call: its return address tells where this is */                               \
    }                                                                                                                  \
    extern int heddle_claims_end_here_

/* ---- Linearizability: whether an object that threads share behaves as if each operation on it happened at one moment ----
 *
 *     int value = HEDDLE_OP(pop, pop(&stack));
 *
 * An operation has a name and an expression, whose value is its result. Heddle first runs the operations one at a time, in all orders. Each
 * other interleaving has to give results that one of these orders gives as well, in which an operation that had ended before another
 * one began comes before it. So the program under test is its own specification; it needs no other. On its own the program does just what
 * the expression says. Operations of a thread do not nest.
 *
 * The result is an integer, a floating-point number, an enumeration, or in C++ bool or an enumeration class; not a pointer, whose value may
 * differ from one execution to another. For all else call the functions below. */
#define HEDDLE_OP(name, expression) HEDDLE_OP_ON(NULL, name, expression)

/* An operation on one of several objects, which is told by its address. */
#define HEDDLE_OP_ON(object, name, expression)                                                                         \
    __extension__({                                                                                                    \
        heddle_operation_begin_on((object), "%s", #name);                                                              \
        __typeof__(expression) heddle_result_ = (expression);                                                          \
        HEDDLE_END_WITH_(heddle_result_);                                                                              \
        heddle_result_;                                                                                                \
    })

/* An operation without a result. */
#define HEDDLE_OP_VOID(name, expression) HEDDLE_OP_VOID_ON(NULL, name, expression)
#define HEDDLE_OP_VOID_ON(object, name, expression)                                                                    \
    __extension__({                                                                                                    \
        heddle_operation_begin_on((object), "%s", #name);                                                              \
        (void)(expression);                                                                                            \
        heddle_operation_end("done");                                                                                  \
    })

/* An operation begins, and ends, in the calling thread. Texts are as printf makes them: "push(%d)", value. They say all that matters:
 * two operations are the same, and two results, if their texts are. heddle_operation_end_with takes the bytes of a result. */
void heddle_operation_begin(const char *operation, ...) __attribute__((format(printf, 1, 2)));
void heddle_operation_begin_on(const volatile void *object, const char *operation, ...)
    __attribute__((format(printf, 2, 3)));
void heddle_operation_end(const char *result, ...) __attribute__((format(printf, 1, 2)));
void heddle_operation_end_with(const void *result, size_t size);

/* The operation that the calling thread is in may wait for others, for good if need be: a take from an empty queue. Such a wait is no
 * deadlock where the operation would wait one at a time as well, behind the same operations with the same results; or, where there is a
 * specification, in a state in which it does not allow the operation. All threads wait then in such operations, or for those that do. */
void heddle_operation_waits(void);

/* The objects are new again, as at the beginning of a test's next round: operations that come from now on are judged by themselves, and by
 * the first state of a specification. Call it while no other thread runs. */
void heddle_history_reset(void);

/* ---- Specifications: what is right, where the object itself does not tell it one operation at a time ----
 *
 * A specification is a sequential object: a state, and a function that says whether `operation` may give `result` in this state; if so, it
 * has made of `state` the state that comes next, and returns not 0. Both texts are those of the operation's begin and end. `result` is NULL
 * where the operation has not ended: any result will do. Where several states may come next, the function draws one by heddle_choose(), and
 * all are tried. An operation that would wait in this state is one that it does not allow.
 *
 *     static int stack(void *state, const char *operation, const char *result) {
 *         struct { int count, values[8]; } *s = state;
 *         int value;
 *         if (sscanf(operation, "push(%d)", &value) == 1) {
 *             s->values[s->count++] = value;
 *             return 1;
 *         }
 *         return heddle_gives(result, "%d", s->count ? s->values[--s->count] : -1);
 *     }
 *
 * A state is `size` bytes, at most 65536, without pointers to what changes. Two states are the same if their bytes are. The first one is
 * copied from `initial`. Name specifications before the first pthread_create. The function is called when the process is about to end, or no
 * thread can go on. It depends on nothing but its arguments, and changes nothing but the state. */
typedef int heddle_specification_fn(void *state, const char *operation, const char *result);
void heddle_specification(heddle_specification_fn *allows, const void *initial, size_t size);
void heddle_specification_on(const volatile void *object, heddle_specification_fn *allows, const void *initial,
                             size_t size); /* of one of several objects */

/* For specifications: whether the result is this text, as printf makes it, or any will do. */
int heddle_gives(const char *result, const char *format, ...) __attribute__((format(printf, 2, 3)));

#ifdef __cplusplus
}

static inline void heddle_end_with_(bool result) { heddle_operation_end("%s", result ? "true" : "false"); }
static inline void heddle_end_with_(char result) { heddle_operation_end("%d", result); }
static inline void heddle_end_with_(signed char result) { heddle_operation_end("%d", result); }
static inline void heddle_end_with_(unsigned char result) { heddle_operation_end("%u", result); }
static inline void heddle_end_with_(short result) { heddle_operation_end("%d", result); }
static inline void heddle_end_with_(unsigned short result) { heddle_operation_end("%u", result); }
static inline void heddle_end_with_(int result) { heddle_operation_end("%d", result); }
static inline void heddle_end_with_(unsigned result) { heddle_operation_end("%u", result); }
static inline void heddle_end_with_(long result) { heddle_operation_end("%ld", result); }
static inline void heddle_end_with_(unsigned long result) { heddle_operation_end("%lu", result); }
static inline void heddle_end_with_(long long result) { heddle_operation_end("%lld", result); }
static inline void heddle_end_with_(unsigned long long result) { heddle_operation_end("%llu", result); }
static inline void heddle_end_with_(double result) { heddle_operation_end("%.17g", result); }
template <typename T> void heddle_end_with_(T *result) = delete; /* HEDDLE_OP: a result that is a pointer */
template <typename T> inline void heddle_end_with_(T result) {
    static_assert(__is_enum(T), "HEDDLE_OP: a result of this type; use heddle_operation_begin and heddle_operation_end");
    heddle_operation_end("%lld", static_cast<long long>(result));
}
#define HEDDLE_END_WITH_(result) heddle_end_with_(result)
#else
/* A result of another type does not compile: call heddle_operation_begin and heddle_operation_end instead. */
#define HEDDLE_END_WITH_(result)                                                                                       \
    heddle_operation_end(_Generic((result),                                                                            \
        _Bool: "%d", char: "%d", signed char: "%d", unsigned char: "%u", short: "%d", unsigned short: "%u", int: "%d", \
        unsigned: "%u", long: "%ld", unsigned long: "%lu", long long: "%lld", unsigned long long: "%llu",              \
        float: "%.9g", double: "%.17g"), (result))
#endif

#endif
