package org.heddle.instrumenter;

/** Sources that several tests compile. */
final class Programs {
    /** Two threads, one counter; prints 2. */
    static final String COUNTER =
            """
            #include <pthread.h>
            #include <stdio.h>
            #include <string.h>
            static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
            int counter;
            static void *add(void *unused) {
                pthread_mutex_lock(&lock);
                counter++;
                pthread_mutex_unlock(&lock);
                return unused;
            }
            int main(void) {
                pthread_t thread;
                pthread_create(&thread, 0, add, 0);
                add(0);
                pthread_join(thread, 0);
                char text[16], copy[16];
                snprintf(text, sizeof text, "%d", counter);
                memcpy(copy, text, sizeof text);
                puts(copy);
                return 0;
            }
            """;

    private Programs() {}
}
