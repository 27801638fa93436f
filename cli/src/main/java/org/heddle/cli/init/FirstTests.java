package org.heddle.cli.init;

/** A first file of tests, which its reader changes into his own. */
public final class FirstTests {
    /** What the file is called. */
    public static final String NAME = "heddle_tests.c";

    private FirstTests() {}

    /** The file: a small object that threads share, a test of one thread, and one of two. Both pass. */
    public static String text() {
        return """
                /* Checks of what threads share. Each HEDDLE_TEST is explored by itself, in every order that matters:
                 *
                 *     heddle check heddle_tests.c                           all of them
                 *     heddle check heddle_tests.c -- two_threads_count      one, with a full report
                 *
                 * Put your own object in the place of the counter: include its header, and add its sources to "program" in heddle.toml. */
                #include <heddle_test.h>
                #include <pthread.h>

                static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
                static int count;

                static int increment(void) {
                    pthread_mutex_lock(&lock);
                    int now = ++count;
                    pthread_mutex_unlock(&lock);
                    return now;
                }

                static void *increments(void *unused) {
                    increment();
                    return unused;
                }

                /* What holds without other threads. */
                HEDDLE_TEST(one_thread_counts) {
                    heddle_assert(increment() == 1);
                    heddle_assert(increment() == 2);
                }

                /* What holds in any order: two or three threads with an operation or two are enough. */
                HEDDLE_TEST(two_threads_count) {
                    pthread_t one, two;
                    pthread_create(&one, NULL, increments, NULL);
                    pthread_create(&two, NULL, increments, NULL);
                    pthread_join(one, NULL);
                    pthread_join(two, NULL);
                    heddle_assert(count == 2);
                }
                """;
    }
}
