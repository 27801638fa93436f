/* Operations of an object, of which Heddle draws clients. Include it with <heddle_operations.h>; `heddle operations` finds it by itself.
 *
 *     static struct queue queue;
 *
 *     HEDDLE_BEFORE { queue_init(&queue); }
 *     HEDDLE_OPERATION(put, HEDDLE_RANGE(value, 1, 2)) { return queue_put(&queue, value); }
 *     HEDDLE_OPERATION(take) { return queue_take(&queue); }
 *
 * A client is a program of a few threads, each of which calls a few operations. `heddle operations queue.c` draws clients, the smallest
 * first, and checks each: whether the operations are linearizable, as heddle.h says, and all that `heddle check` looks for besides. The
 * file has no main: this header defines one, unless HEDDLE_OWN_MAIN is defined. On its own the program runs the client that its arguments
 * tell, one for each thread: ./queue "put(1) take" "take"; `--list` prints its operations. */
#ifndef HEDDLE_OPERATIONS_H
#define HEDDLE_OPERATIONS_H

#include <heddle.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#else
#pragma GCC diagnostic error "-Wint-conversion" /* a pointer as a result differs between executions */
#endif

/* What main does before it starts the threads, and after it has joined them. The body follows. A program has one of each at most. What
 * HEDDLE_BEFORE calls is no operation, so it may bring the object into a state of its own, and name a specification of it. */
#define HEDDLE_BEFORE void heddle_before(void)
#define HEDDLE_AFTER void heddle_after(void)
__attribute__((weak)) void heddle_before(void);
__attribute__((weak)) void heddle_after(void);

/* An operation whose result is a whole number. Its name is one in C. Up to four arguments follow, each as HEDDLE_RANGE(name, first, last):
 * an int that takes all values from the first to the last one, which are constants. Then follows the body, which returns the result. */
#define HEDDLE_OPERATION(...) HEDDLE_CHOOSE_(HEDDLE_COUNT_(__VA_ARGS__, 4, 3, 2, 1, 0, 0), (NUMBER, __VA_ARGS__))

/* An operation without a result. One that may wait for good, as a take from an empty queue, calls heddle_operation_waits() first. */
#define HEDDLE_OPERATION_VOID(...) HEDDLE_CHOOSE_(HEDDLE_COUNT_(__VA_ARGS__, 4, 3, 2, 1, 0, 0), (NOTHING, __VA_ARGS__))

/* ---- What these macros are made of ---- */

#define HEDDLE_MOST_THREADS_ 16
#define HEDDLE_MOST_CALLS_ 16 /* of a thread */

struct heddle_range_ {
    const char *name;
    long long first, last;
};

struct heddle_operation_ {
    const char *name, *file;
    int line, arguments;
    void (*call)(const int *arguments);
    struct heddle_range_ ranges[4];
};

/* The linker defines these. */
extern const struct heddle_operation_ *const __start_heddle_operations[] __attribute__((weak));
extern const struct heddle_operation_ *const __stop_heddle_operations[] __attribute__((weak));

/* How many arguments follow the name. HEDDLE_RANGE is no macro, so that it can be read in several ways. */
#define HEDDLE_COUNT_(name, a, b, c, d, count, ...) count
#define HEDDLE_CHOOSE_(count, words) HEDDLE_CHOSEN_(count) words
#define HEDDLE_CHOSEN_(count) HEDDLE_WITH_##count##_
#define HEDDLE_PARAMETER_(range) HEDDLE_PARAMETER_##range
#define HEDDLE_PARAMETER_HEDDLE_RANGE(name, first, last) int name
#define HEDDLE_NAME_(range) HEDDLE_NAME_##range
#define HEDDLE_NAME_HEDDLE_RANGE(name, first, last) name
#define HEDDLE_VALUES_(range) HEDDLE_VALUES_##range
#define HEDDLE_VALUES_HEDDLE_RANGE(name, first, last)                                                                  \
    { #name, (first), (last) }

#define HEDDLE_WITH_0_(result, name)                                                                                   \
    HEDDLE_DECLARE_(result, name, 0, (void), ("%s", #name), (), (), {NULL, 0, 0})
#define HEDDLE_WITH_1_(result, name, a)                                                                                \
    HEDDLE_DECLARE_(result, name, 1, (HEDDLE_PARAMETER_(a)), (#name "(%d)", HEDDLE_NAME_(a)), (HEDDLE_NAME_(a)),       \
                    (arguments[0]), HEDDLE_VALUES_(a))
#define HEDDLE_WITH_2_(result, name, a, b)                                                                             \
    HEDDLE_DECLARE_(result, name, 2, (HEDDLE_PARAMETER_(a), HEDDLE_PARAMETER_(b)),                                     \
                    (#name "(%d, %d)", HEDDLE_NAME_(a), HEDDLE_NAME_(b)), (HEDDLE_NAME_(a), HEDDLE_NAME_(b)),          \
                    (arguments[0], arguments[1]), HEDDLE_VALUES_(a), HEDDLE_VALUES_(b))
#define HEDDLE_WITH_3_(result, name, a, b, c)                                                                          \
    HEDDLE_DECLARE_(result, name, 3, (HEDDLE_PARAMETER_(a), HEDDLE_PARAMETER_(b), HEDDLE_PARAMETER_(c)),               \
                    (#name "(%d, %d, %d)", HEDDLE_NAME_(a), HEDDLE_NAME_(b), HEDDLE_NAME_(c)),                         \
                    (HEDDLE_NAME_(a), HEDDLE_NAME_(b), HEDDLE_NAME_(c)), (arguments[0], arguments[1], arguments[2]),   \
                    HEDDLE_VALUES_(a), HEDDLE_VALUES_(b), HEDDLE_VALUES_(c))
#define HEDDLE_WITH_4_(result, name, a, b, c, d)                                                                       \
    HEDDLE_DECLARE_(                                                                                                   \
        result, name, 4, (HEDDLE_PARAMETER_(a), HEDDLE_PARAMETER_(b), HEDDLE_PARAMETER_(c), HEDDLE_PARAMETER_(d)),     \
        (#name "(%d, %d, %d, %d)", HEDDLE_NAME_(a), HEDDLE_NAME_(b), HEDDLE_NAME_(c), HEDDLE_NAME_(d)),                \
        (HEDDLE_NAME_(a), HEDDLE_NAME_(b), HEDDLE_NAME_(c), HEDDLE_NAME_(d)),                                          \
        (arguments[0], arguments[1], arguments[2], arguments[3]), HEDDLE_VALUES_(a), HEDDLE_VALUES_(b),                \
        HEDDLE_VALUES_(c), HEDDLE_VALUES_(d))

#define HEDDLE_RESULT_NUMBER long long
#define HEDDLE_RESULT_NOTHING void
#define HEDDLE_END_NUMBER(call) heddle_operation_end("%lld", call)
#define HEDDLE_END_NOTHING(call) (call, heddle_operation_end("done"))

#define HEDDLE_DECLARE_(result, name, count, parameters, text, passed, taken, ...)                                     \
    static HEDDLE_RESULT_##result heddle_body_##name parameters;                                                       \
    static void heddle_do_##name parameters {                                                                          \
        heddle_operation_begin text;                                                                                   \
        HEDDLE_END_##result(heddle_body_##name passed);                                                                \
    }                                                                                                                  \
    static void heddle_call_##name(const int *arguments) {                                                             \
        (void)arguments;                                                                                               \
        heddle_do_##name taken;                                                                                        \
    }                                                                                                                  \
    static const struct heddle_operation_ heddle_declared_##name = {                                                   \
        #name, __FILE__, __LINE__, count, heddle_call_##name, {__VA_ARGS__}};                                          \
    static const struct heddle_operation_ *const heddle_entry_##name                                                   \
        __attribute__((used, section("heddle_operations"))) = &heddle_declared_##name;                                 \
    static HEDDLE_RESULT_##result heddle_body_##name parameters

#ifndef HEDDLE_OWN_MAIN

struct heddle_client_call_ {
    const struct heddle_operation_ *operation;
    int arguments[4];
};

struct heddle_client_thread_ {
    int count;
    struct heddle_client_call_ calls[HEDDLE_MOST_CALLS_];
};

/* For the command: a line for each operation, with fields between tabs. */
static inline void heddle_list_(void) {
    for (const struct heddle_operation_ *const *entry = __start_heddle_operations; entry < __stop_heddle_operations; entry++) {
        printf("operation\t%s\t%s\t%d", (*entry)->name, (*entry)->file, (*entry)->line);
        for (int i = 0; i < (*entry)->arguments; i++) {
            const struct heddle_range_ *range = &(*entry)->ranges[i];
            printf("\t%s\t%lld\t%lld", range->name, range->first, range->last);
        }
        printf("\n");
    }
    printf("%s%s", heddle_before ? "before\n" : "", heddle_after ? "after\n" : "");
}

static inline void heddle_refuse_(const char *word) {
    fprintf(stderr, "\"%s\" tells no operations: as in \"put(1) take\", each of them one that --list prints\n", word);
    exit(2);
}

static inline const struct heddle_operation_ *heddle_find_(const char *name, size_t length) {
    for (const struct heddle_operation_ *const *entry = __start_heddle_operations; entry < __stop_heddle_operations; entry++) {
        if (strlen((*entry)->name) == length && strncmp((*entry)->name, name, length) == 0) {
            return *entry;
        }
    }
    return NULL;
}

/* Reads "(1, 2)" behind a name, if the operation takes arguments; NULL: it is not there. */
static inline const char *heddle_read_arguments_(const char *text, struct heddle_client_call_ *call) {
    for (int i = 0; i < call->operation->arguments; i++) {
        char *end = NULL;
        if (*text != (i == 0 ? '(' : ',')) {
            return NULL;
        }
        call->arguments[i] = (int)strtol(text + 1, &end, 10);
        if (end == text + 1) {
            return NULL;
        }
        text = end;
    }
    return call->operation->arguments == 0 ? text : *text == ')' ? text + 1 : NULL;
}

static inline void heddle_read_(const char *word, struct heddle_client_thread_ *thread) {
    const char *text = word + strspn(word, " ");
    while (*text) {
        size_t length = strcspn(text, " (");
        if (thread->count == HEDDLE_MOST_CALLS_) {
            heddle_refuse_(word);
        }
        struct heddle_client_call_ *call = &thread->calls[thread->count++];
        call->operation = heddle_find_(text, length);
        text = call->operation ? heddle_read_arguments_(text + length, call) : NULL;
        if (!text) {
            heddle_refuse_(word);
        }
        text += strspn(text, " ");
    }
}

static inline void *heddle_run_(void *of) {
    const struct heddle_client_thread_ *thread = (const struct heddle_client_thread_ *)of;
    for (int i = 0; i < thread->count; i++) {
        thread->calls[i].operation->call(thread->calls[i].arguments);
    }
    return NULL;
}

#ifdef __cplusplus
}
#endif

/* Exits with 0, or with 2 where there is no such client. */
__attribute__((weak)) int main(int count, char **words) {
    static struct heddle_client_thread_ threads[HEDDLE_MOST_THREADS_];
    pthread_t started[HEDDLE_MOST_THREADS_];
    if (count == 2 && strcmp(words[1], "--list") == 0) {
        heddle_list_();
        return 0;
    }
    if (count < 2 || count > HEDDLE_MOST_THREADS_ + 1) {
        fprintf(stderr, "give the operations of each thread, of at most %d: \"put(1) take\" \"take\"; --list names them\n",
                HEDDLE_MOST_THREADS_);
        return 2;
    }
    for (int i = 1; i < count; i++) {
        heddle_read_(words[i], &threads[i - 1]);
    }
    if (heddle_before) {
        heddle_before();
    }
    for (int i = 0; i < count - 1; i++) {
        if (pthread_create(&started[i], NULL, heddle_run_, &threads[i]) != 0) {
            fprintf(stderr, "a thread could not be created\n");
            return 2;
        }
    }
    for (int i = 0; i < count - 1; i++) {
        pthread_join(started[i], NULL);
    }
    if (heddle_after) {
        heddle_after();
    }
    return 0;
}

#elif defined __cplusplus
}
#endif

#endif
