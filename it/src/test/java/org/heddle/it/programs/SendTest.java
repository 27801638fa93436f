package org.heddle.it.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** When the signal of {@code --send} comes. */
@Timeout(900)
final class SendTest {
    private static final String PROGRAM =
            """
            #include <assert.h>
            #include <pthread.h>
            #include <signal.h>
            static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
            static int count;
            static void *add(void *unused) {
                pthread_mutex_lock(&mutex);
                int seen = count;
            #ifdef LOSES
                pthread_mutex_unlock(&mutex);
                pthread_mutex_lock(&mutex);
            #endif
                count = seen + 1;
                pthread_mutex_unlock(&mutex);
                return unused;
            }
            int main(void) {
                sigset_t set;
                sigemptyset(&set);
                sigaddset(&set, SIGTERM);
                pthread_sigmask(SIG_BLOCK, &set, NULL);
                pthread_t threads[2];
                for (int i = 0; i < 2; i++) {
                    pthread_create(&threads[i], NULL, add, NULL);
                }
                int number;
                sigwait(&set, &number);
                pthread_mutex_lock(&mutex);
                assert(count == 2);
                pthread_mutex_unlock(&mutex);
                return 0;
            }
            """;

    @TempDir
    private Path folder;

    private JsonNode check(String... words) throws Exception {
        Path program = Files.writeString(folder.resolve("program.c"), PROGRAM);
        List<Object> all = new ArrayList<>(List.of(words));
        all.add(program);
        return Heddle.check(folder, all.toArray()).json();
    }

    @Test
    void signalAtAnyMoment_comesBeforeTheThreadsHaveAdded() throws Exception {
        JsonNode report = check("--send", "SIGTERM@0");
        assertEquals("assertion", report.at("/findings/0/kind").textValue(), report.toString());
    }

    @Test
    void signalAtTheEnd_comesWhenNothingElseCanHappen() throws Exception {
        for (String timeouts : List.of("last-resort", "any", "never")) {
            JsonNode report = check("--send", "SIGTERM@end", "--timeouts", timeouts);
            assertEquals("clean", report.get("verdict").textValue(), report.toString());
            assertTrue(report.get("complete").booleanValue(), report.toString());
        }
    }

    /** The schedule, too, which would be simpler with the signal before the threads. */
    @Test
    void findingWithASignalAtTheEnd_hasItThere_andReplays() throws Exception {
        JsonNode report = check("--send", "SIGTERM@end", "-DLOSES");
        assertEquals("assertion", report.at("/findings/0/kind").textValue(), report.toString());
        String schedule = report.at("/findings/0/schedule").textValue();
        List<String> steps = Files.readAllLines(Path.of(schedule));
        assertTrue(steps.contains("send SIGTERM@end"), steps.toString());
        long ended =
                steps.stream().filter(step -> step.contains(" THREAD_EXIT ")).count();
        assertEquals(3, ended, steps.toString()); // both that add, and the one that sends
        Run replay = Heddle.run("replay", "-n", "3", schedule);
        assertEquals(1, replay.exitCode(), replay.toString());
        assertTrue(replay.out().contains("3 times out of 3"), replay.out());
    }
}
