package org.heddle.it.verdicts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Notions that are weaker than linearizability accept what they are to accept, and no more; reports name them. */
@Timeout(900)
final class ConsistencyTest {
    /** Operations on a number whose results are made up; the specification says which are right. */
    private static final String PROGRAM =
            """
            #include <heddle.h>
            #include <pthread.h>
            #include <stdio.h>
            static int allows(void *state, const char *operation, const char *result) {
                int *number = state;
                if (sscanf(operation, "set(%d)", number) == 1) {
                    return heddle_gives(result, "done");
                }
                return heddle_gives(result, "%d", *number);
            }
            static void set(int value) {
                heddle_operation_begin("set(%d)", value);
                heddle_operation_end("done");
            }
            static void get(int told) {
                heddle_operation_begin("get");
                heddle_operation_end("%d", told);
            }
            static void *other(void *unused) {
            #ifdef OLD
                get(0);
            #else
                set(1);
                set(2);
                get(1);
            #endif
                return unused;
            }
            int main(void) {
                heddle_specification(allows, &(int){0}, sizeof(int));
                pthread_t thread;
            #ifdef OLD
                set(1);
            #else
                heddle_operation_begin("get"); /* no moment is quiet */
            #endif
                pthread_create(&thread, NULL, other, NULL);
                pthread_join(thread, NULL);
            #ifndef OLD
                heddle_operation_end("0");
            #endif
                return 0;
            }
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "-DOLD, linearizability, 1",
        "-DOLD, sequential, 0",
        "-DOLD, quiescent, 1",
        "-DTURNED, linearizability, 1",
        "-DTURNED, sequential, 1",
        "-DTURNED, quiescent, 0"
    })
    void specification_isAskedInTheSenseThatIsWanted(String program, String consistency, int exitCode)
            throws Exception {
        Path source = Files.writeString(folder.resolve("t.c"), PROGRAM);
        Run run = Heddle.check(folder, program, "--consistency=" + consistency, "--require-complete", source);
        assertEquals(exitCode, run.exitCode(), run.toString());
        if (exitCode == 1) {
            String notion = consistency.equals("linearizability") ? consistency : consistency + " consistency";
            assertTrue(run.json().at("/findings/0/message").asText().startsWith(notion + ": "), run.out());
        } else {
            assertTrue(run.out().contains("for " + consistency + " consistency alone"), run.out());
        }
    }

    /** The schedule says what was asked, so that its replay tells the same. */
    @Test
    void whatIsFound_replays_andIsToldInTheSameSense() {
        Path source = Expectation.example("linearizability/07-last-seen.c");
        Run run = Heddle.check(folder, "--consistency=sequential", "-DFORGETFUL", source);
        assertEquals(1, run.exitCode(), run.toString());
        Path schedule = folder.resolve("07-last-seen.linearizability.1.heddle-schedule");
        Run replay = Heddle.run("replay", schedule);
        assertEquals(1, replay.exitCode(), replay.toString());
        assertTrue(replay.out().contains("sequential consistency: one at a time"), replay.out());
    }

    /** A thread's operations come one at a time in their order alone. */
    @Test
    void quiescentConsistency_withoutASpecification_isNotLookedAt() {
        Path source = Expectation.example("linearizability/07-last-seen.c");
        Run run = Heddle.check(folder, "--consistency=quiescent", source);
        assertEquals(0, run.exitCode(), run.toString());
        assertTrue(run.out().contains("was not looked at: quiescent consistency"), run.out());
    }

    /** Drawn clients are asked in the same sense, and the command in the one that fails says so. */
    @Test
    void clientsThatAreDrawn_areAskedInThisSense() throws Exception {
        Path source = Files.writeString(
                folder.resolve("seen.c"),
                """
                #include <heddle_operations.h>
                static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
                static int number;
                static _Thread_local int seen;
                HEDDLE_OPERATION_VOID(set) {
                    pthread_mutex_lock(&lock);
                    seen = ++number;
                    pthread_mutex_unlock(&lock);
                }
                HEDDLE_OPERATION(get) {
                    if (pthread_mutex_trylock(&lock) != 0) {
                        return OTHERWISE;
                    }
                    seen = number;
                    pthread_mutex_unlock(&lock);
                    return seen;
                }
                """);
        Path out = folder.resolve("out");
        Object[] options = {"operations", "--threads", 2, "-o", out, "--require-complete"};
        assertEquals(1, run(options, "-DOTHERWISE=seen", source).exitCode());
        Run sequential = run(options, "--consistency=sequential", "-DOTHERWISE=seen", source);
        assertEquals(0, sequential.exitCode(), sequential.toString());
        Run wrong = run(options, "--consistency=sequential", "-DOTHERWISE=0", source);
        assertEquals(1, wrong.exitCode(), wrong.toString());
        String client = Files.readString(out.resolve("seen-client-1.c"));
        assertTrue(client.contains("heddle check -DOTHERWISE=0 --consistency=sequential "), client);
    }

    private static Run run(Object[] first, Object... more) {
        Object[] all = Arrays.copyOf(first, first.length + more.length);
        System.arraycopy(more, 0, all, first.length, more.length);
        return Heddle.run(all);
    }
}
