/* Several checks in one file. Include it with <heddle_test.h>; `heddle cc` and `heddle check` find it by themselves.
 *
 *     HEDDLE_TEST(pushed_is_popped) {
 *         …threads, and what heddle_assert() is to hold…
 *     }
 *
 * Each is a check of its own: `heddle check queue_tests.c` explores all interleavings of each one, and `heddle check queue_tests.c --
 * pushed_is_popped` of that one. The file has no main: this header defines one, unless another source of the program does. On its own the
 * program runs the test that its argument names, or all one after the other; `--list` prints their names.
 *
 * A test starts from the program's first state, ends when the function returns, and fails as any program does: by a failed assertion, a
 * deadlock, a data race or a crash. */
#ifndef HEDDLE_TEST_H
#define HEDDLE_TEST_H

#include <heddle.h>
#include <stdio.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

struct heddle_test {
    const char *name;
    void (*run)(void);
};

/* A test; its name is one in C, and no other test of the program has it. The body follows. */
#define HEDDLE_TEST(name)                                                                                              \
    static void heddle_test_##name(void);                                                                              \
    static const struct heddle_test heddle_test_entry_##name                                                           \
        __attribute__((used, section("heddle_tests"), aligned(sizeof(void *)))) = {#name, heddle_test_##name};         \
    static void heddle_test_##name(void)

/* The linker defines these. */
extern const struct heddle_test __start_heddle_tests[] __attribute__((weak));
extern const struct heddle_test __stop_heddle_tests[] __attribute__((weak));

#ifdef __cplusplus
}
#endif

/* Exits with 0, or with 2 where there is no test of this name. */
__attribute__((weak)) int main(int count, char **words) {
    const char *wanted = count > 1 ? words[1] : NULL;
    int lists = wanted && strcmp(wanted, "--list") == 0, found = 0;
    for (const struct heddle_test *test = __start_heddle_tests; test < __stop_heddle_tests; test++) {
        if (lists) {
            puts(test->name);
            found = 1;
        } else if (!wanted || strcmp(wanted, test->name) == 0) {
            test->run();
            found = 1;
        }
    }
    if (!found) {
        fprintf(stderr, "there is no test %s: --list names those that are there\n", wanted ? wanted : "");
    }
    return found ? 0 : 2;
}

#endif
