package org.heddle.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A proof says what POSIX and C11 leave open and is not explored, where the program shows that it matters. */
@Timeout(60)
final class UnvariedTest {
    private static final String PROGRAM =
            """
            #include <pthread.h>
            #include <stdatomic.h>
            static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
            static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
            static pthread_barrier_t barrier;
            static int ready;
            static atomic_int taken;
            static void *work(void *unused) {
                pthread_mutex_lock(&lock);
                ready = 1;
                pthread_cond_signal(&changed);
                pthread_mutex_unlock(&lock);
                pthread_barrier_wait(&barrier);
                return unused;
            }
            static int go_on(void) {
                int expected = 0, serial = 1;
                pthread_mutex_lock(&lock);
                WAITS (!ready) {
                    pthread_cond_wait(&changed, &lock);
                }
                int was = ready;
                pthread_mutex_unlock(&lock);
                SERIAL pthread_barrier_wait(&barrier);
                WAITS (!atomic_compare_exchange_weak(&taken, &expected, 1)) {
                    expected = 0;
                }
                return !was || !serial || taken != 1;
            }
            int main(void) {
                pthread_t thread;
                pthread_barrier_init(&barrier, NULL, 2);
                pthread_create(&thread, NULL, work, NULL);
                int wrong = go_on();
                pthread_join(thread, NULL);
                return wrong;
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void outcomesThatMatter_areTold() throws Exception {
        Run run = check("-DWAITS=if", "-DSERIAL=serial =");
        assertEquals("clean", run.json().get("verdict").textValue(), run.toString());
        String text = Files.readString(folder.resolve("report.txt")).replaceAll("\\s+", " ");
        assertTrue(text.contains("in which waits end by signals alone"), text);
        assertTrue(text.contains("a wait for a condition variable may end without a signal"), text);
        assertTrue(text.contains("program.c:20"), text);
        assertTrue(text.contains("the thread with the lowest number is a barrier's serial one"), text);
        assertTrue(text.contains("program.c:24"), text);
        assertTrue(text.contains("weak compare-and-swaps fail only where the values differ"), text);
        assertTrue(text.contains("program.c:25"), text);
    }

    @Test
    void loopsAndResultsThatNobodyUses_needNoAssumption() throws Exception {
        Run run = check("-DWAITS=while", "-DSERIAL=");
        assertEquals("clean", run.json().get("verdict").textValue(), run.toString());
        String text = Files.readString(folder.resolve("report.txt"));
        assertTrue(text.contains("no bug in any interleaving ("), text);
        assertFalse(text.contains("PTHREAD_BARRIER_SERIAL_THREAD"), text);
    }

    @Test
    void spuriousWakeups_showWhatTheProofLeavesOut() throws Exception {
        JsonNode finding =
                check("-DWAITS=if", "-DSERIAL=", "--spurious=1").json().at("/findings/0");
        assertEquals("exit-code", finding.get("kind").textValue(), finding.toString());
    }

    private Run check(Object... options) throws Exception {
        Path source = Files.writeString(folder.resolve("program.c"), PROGRAM);
        Object[] command = new Object[options.length + 1];
        System.arraycopy(options, 0, command, 0, options.length);
        command[options.length] = source;
        return Heddle.check(folder, command);
    }
}
