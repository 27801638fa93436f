package org.heddle.it.verdicts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Specifications: the search against all orders, both ways to judge an object against each other, and mistakes in the function. */
final class SpecificationTest {
    private static final String PROGRAM =
            """
            #include <heddle.h>
            #include <pthread.h>
            #include <stdatomic.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <unistd.h>
            static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
            static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
            static atomic_int count, called;
            static int *nowhere;
            static int whole(void) { return count++; }
            static int torn(void) { int n = count; count = n + 1; return n; }
            static int locked(void) {
                pthread_mutex_lock(&lock);
                int n = count++;
                pthread_mutex_unlock(&lock);
                return n;
            }
            static int atMost(int limit) {
                heddle_operation_waits();
                pthread_mutex_lock(&lock);
                while (count >= limit) {
                    pthread_cond_wait(&never, &lock);
                }
                int n = count++;
                pthread_mutex_unlock(&lock);
                return n;
            }
            static int allows(void *state, const char *operation, const char *result) {
                int *n = state;
                (void)operation, (void)nowhere;
                FUNCTION;
                return heddle_gives(result, "%d", (*n)++);
            }
            static void *work(void *unused) { OTHER; return unused; }
            int main(void) {
            #ifdef SPECIFIED
                heddle_specification(allows, &(int){0}, sizeof(int));
            #else
                (void)allows;
            #endif
                pthread_t thread;
                pthread_create(&thread, NULL, work, NULL);
                MAIN;
                pthread_join(thread, NULL);
                return 0;
            }
            """;

    @TempDir
    private Path folder;

    private Run check(String function, String main, String other, String... options) throws Exception {
        Path source = Files.writeString(
                folder.resolve("t.c"),
                PROGRAM.replace("FUNCTION", function).replace("MAIN", main).replace("OTHER", other));
        return check(source, List.of(options));
    }

    private Run check(Path source, List<String> options) {
        List<Object> arguments = new ArrayList<>(List.of("check", "-o", folder));
        arguments.addAll(options);
        arguments.add(source);
        return Heddle.run(arguments.toArray());
    }

    @Test
    void theSearchExplainsWhatSomeOrderExplains_inRandomHistories() throws Exception {
        Path source = Path.of("../native-shim/src");
        Path oracle = folder.resolve("oracle");
        run(
                "cc",
                "-std=gnu11",
                "-O1",
                "-I" + source,
                "-I../native-shim/include",
                "src/test/resources/history/explain_oracle.c",
                source + "/core/history/explain.c",
                "-o",
                oracle.toString());
        String told = run(oracle.toString(), "100000");
        assertTrue(told.startsWith("explained 4") && told.contains("not 5"), told); // both, in large numbers
        assertTrue(Pattern.compile("waits \\d{4,}, not \\d{5}").matcher(told).find(), told);
        Process lenient = new ProcessBuilder(oracle.toString(), "100000", "0", "0", "1").start();
        assertEquals(1, lenient.waitFor(), "a rule by which calls that wait have an effect is noticed");
        for (int asked = 1; asked <= 2; asked++) { // sequential and quiescent consistency
            String weaker = run(oracle.toString(), "100000", String.valueOf(asked));
            assertTrue(explained(weaker) > explained(told), weaker);
            for (int other = 0; other <= 2; other++) {
                Process mixed = new ProcessBuilder(oracle.toString(), "100000", "" + asked, "" + other).start();
                assertEquals(
                        asked == other ? 0 : 1, mixed.waitFor(), asked + " and " + other + ": a wrong rule is noticed");
            }
        }
    }

    private static int explained(String told) {
        return Integer.parseInt(told.replaceAll("(?s)explained (\\d+),.*", "$1"));
    }

    private static String run(String... command) throws Exception {
        Process process =
                new ProcessBuilder(List.of(command)).redirectErrorStream(true).start();
        String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), told);
        return told;
    }

    /** Operations are compared where the process ends, and nothing is claimed of those that are not compared. */
    @Test
    void nothingIsClaimedOfThreadsThatGoOnForEver() throws Exception {
        String forEver = "for (;;) { HEDDLE_OP(next, torn()); }";
        Run run = check("", forEver, forEver, "-DSPECIFIED", "-i", "2000");
        String told = run.out().replaceAll("\\s+", " ");
        assertTrue(told.contains("could not be finished: operations are compared with a specification"), run::toString);
        assertFalse(told.contains("no bug in any interleaving"), run::toString);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            # what main does | what the other thread does | exit code
            HEDDLE_OP(next, whole()) | HEDDLE_OP(next, whole()) | 0
            HEDDLE_OP(next, torn()) | HEDDLE_OP(next, torn()) | 1
            HEDDLE_OP(next, locked()); HEDDLE_OP(next, locked()) | HEDDLE_OP(next, locked()) | 0
            HEDDLE_OP(next, locked()); HEDDLE_OP(next, torn()) | HEDDLE_OP(next, locked()) | 1
            HEDDLE_OP(next, whole()) | heddle_operation_begin("next"); count++; _exit(0) | 0
            HEDDLE_OP(next, torn()) | HEDDLE_OP(next, whole()); heddle_operation_begin("next"); _exit(0) | 1
            """)
    void aSpecification_andOperationsOneAtATime_judgeAlike(String main, String other, int exitCode) throws Exception {
        Run alone = check("", main, other);
        assertEquals(exitCode, alone.exitCode(), alone::toString);
        Run specified = check("", main, other, "-DSPECIFIED");
        assertEquals(exitCode, specified.exitCode(), specified::toString);
        assertTrue(
                specified.out().replaceAll("\\s+", " ").contains("their results were compared with what it allows"),
                specified::toString);
    }

    /** The function allows no wait for the third number, which is there, and none for the first. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            # what the function does | what main does | what the other thread does | exit code
            if (*n == 1) return 0 | HEDDLE_OP(next, atMost(1)) | HEDDLE_OP(next, atMost(1)) | 0
            if (*n == 2) return 0 | HEDDLE_OP(next, atMost(1)) | HEDDLE_OP(next, atMost(1)) | 1
            if (*n == 1) return 0 | HEDDLE_OP(next, atMost(0)) | HEDDLE_OP(next, atMost(0)) | 1
            if (*n == 1) return 0 | HEDDLE_OP(next, atMost(1) + 5) | HEDDLE_OP(next, atMost(1) + 5) | 1
            """)
    void operationsThatWait_areRightWhereTheSpecificationDoesNotAllowThem(
            String function, String main, String other, int exitCode) throws Exception {
        Run run = check(function, main, other, "-DSPECIFIED");
        assertEquals(exitCode, run.exitCode(), run::toString);
        assertEquals(exitCode == 0, run.out().contains("t.c: proved"), run::toString);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            # what the function does | what is said
            n[1] = 7                                                  | of a function that writes behind its state
            return ++called & 1                                       | of a function that answers otherwise when it is called again
            exit(3)                                                   | of a function that does not return
            pthread_exit(NULL)                                        | of a function that does not return
            for (;;) { }                                              | of a function that does not return
            for (int i = 0; i < 20; i++) { heddle_choose(2); }        | of a function that calls heddle_choose more than 16 times
            """)
    void aFunctionThatIsNone_endsTheCheck(String function, String told) throws Exception {
        Run run = check(
                function, "HEDDLE_OP(next, whole())", "HEDDLE_OP(next, whole())", "-DSPECIFIED", "--progress-limit=1s");
        assertEquals(2, run.exitCode(), run::toString);
        assertTrue(run.err().contains("t.c calls heddle_specification " + told), run::toString);
        assertTrue(
                run.err().contains(" at t.c:38, so nothing can be said of what follows: mend the test"), run::toString);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            heddle_specification(allows, &(int){0}, sizeof(int))          | a second time for the same object
            heddle_specification_on(&count, allows, &(int){0}, sizeof(int)) | after the first pthread_create
            """)
    void aSpecificationThatComesTooLate_endsTheCheck(String main, String told) throws Exception {
        Run run = check("", main, "HEDDLE_OP(next, whole())", "-DSPECIFIED");
        assertEquals(2, run.exitCode(), run::toString);
        assertTrue(run.err().contains("t.c calls heddle_specification " + told), run::toString);
    }

    @Test
    void aFunctionThatCrashes_isAFindingInItsLine() throws Exception {
        Run run = check("*nowhere = 1", "HEDDLE_OP(next, whole())", "HEDDLE_OP(next, whole())", "-DSPECIFIED");
        assertEquals(1, run.exitCode(), run::toString);
        assertTrue(run.out().contains("SIGSEGV") && run.out().contains("t.c:32 in allows"), run::toString);
    }

    /** Two rounds on one object: in the second one it is new again. */
    @ParameterizedTest
    @CsvSource({
        "whole(), -DSPECIFIED, 1",
        "whole(), -DSPECIFIED -DANEW, 0",
        "'(round ? torn() : whole())', -DSPECIFIED -DANEW, 1",
        "whole(), -DANEW, 0",
        "'(round ? torn() : whole())', -DANEW, 1"
    })
    void roundsAfterAReset_areJudgedByThemselves(String call, String options, int exitCode) throws Exception {
        String rounds =
                """
                static int round;
                static void *next(void *unused) { HEDDLE_OP(next, CALL); return unused; }
                int main(void) {
                #ifdef SPECIFIED
                    heddle_specification(allows, &(int){0}, sizeof(int));
                #else
                    (void)allows, (void)work;
                #endif
                    for (round = 0; round < 2; round++) {
                        pthread_t thread;
                        count = 0;
                        pthread_create(&thread, NULL, next, NULL);
                        HEDDLE_OP(next, CALL);
                        pthread_join(thread, NULL);
                #ifdef ANEW
                        heddle_history_reset();
                #endif
                    }
                    return 0;
                }
                """;
        String program = PROGRAM.substring(0, PROGRAM.indexOf("int main"))
                .replace("FUNCTION;", "")
                .replace("OTHER;", "");
        Path source = Files.writeString(folder.resolve("t.c"), program + rounds.replace("CALL", call));
        Run run = check(source, List.of(options.split(" ")));
        assertEquals(exitCode, run.exitCode(), run::toString);
        assertEquals(exitCode == 0, run.out().contains("t.c: proved"), run::toString);
    }

    @Test
    void whatIsFound_replays() throws Exception {
        Run run = check("", "HEDDLE_OP(next, torn())", "HEDDLE_OP(next, torn())", "-DSPECIFIED");
        assertEquals(1, run.exitCode(), run::toString);
        Run replayed = Heddle.run("replay", folder.resolve("t.linearizability.1.heddle-schedule"));
        assertEquals(1, replayed.exitCode(), replayed::toString);
        assertTrue(replayed.out().contains("The same happened again: linearizability"), replayed::toString);
        assertTrue(
                replayed.out().replaceAll("\\s+", " ").contains("the specification allows no order of the operations"),
                replayed::toString);
    }

    @Test
    void aSearchWithoutAnEnd_isGivenUp_andNothingIsProved() throws Exception {
        Run run = check(
                "for (int i = 0; i < 4; i++) { *n = *n * 8 + (int)heddle_choose(8); } return operation[0] != 'l'",
                "HEDDLE_OP(next, whole()); HEDDLE_OP(next, whole()); HEDDLE_OP(last, whole())",
                "",
                "-DSPECIFIED");
        assertEquals(0, run.exitCode(), run::toString);
        String said = run.out().replaceAll("\\s+", " ");
        assertTrue(
                said.contains(
                        "could not be finished: the search for an order that the specification allows was given up"),
                run::toString);
        assertTrue(!said.contains("proved:"), run::toString);
    }

    @Test
    void objectsOfBothKinds_areBothJudged() throws Exception {
        String main = "HEDDLE_OP(next, whole()); HEDDLE_OP_ON(&lock, other, torn())";
        Run run = check("", main, "HEDDLE_OP_ON(&lock, other, torn())", "-DSPECIFIED");
        assertEquals(1, run.exitCode(), run::toString);
        assertTrue(run.out().contains("one at a time, in no order"), run::toString);
    }
}
