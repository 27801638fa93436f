package org.heddle.it.verdicts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.HeddleProcess;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Objects under test: what is compared, what is said where nothing can be, and mistakes in marking operations. */
final class LinearizabilityTest {
    private static final String PROGRAM =
            """
            #include <heddle.h>
            #include <pthread.h>
            #include <stdatomic.h>
            #include <stdlib.h>
            #include <unistd.h>
            static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
            static pthread_cond_t there = PTHREAD_COND_INITIALIZER;
            static atomic_int count, items;
            static int torn(void) { int n = count; count = n + 1; return n; }
            static int put(void) {
                pthread_mutex_lock(&lock);
                items++;
                pthread_cond_signal(&there);
                pthread_mutex_unlock(&lock);
                return 0;
            }
            static int get(void) {
                pthread_mutex_lock(&lock);
                while (!items) pthread_cond_wait(&there, &lock);
                int n = items--;
                pthread_mutex_unlock(&lock);
                return n;
            }
            static int takes(int (*how)(void)) { heddle_operation_waits(); return how(); }
            static int leaves(void) { pthread_mutex_lock(&lock); return items; }
            static void *nothing(void *unused) { return unused; }
            static int start(void) { pthread_t t; pthread_create(&t, NULL, nothing, NULL); return pthread_join(t, NULL); }
            static void *work(void *unused) { @OTHER@; return unused; }
            int main(void) {
                pthread_t thread;
                pthread_create(&thread, NULL, work, NULL);
                @MAIN@;
                pthread_join(thread, NULL);
                return 0;
            }
            """;

    @TempDir
    private Path folder;

    private Path source(String main, String other) throws IOException {
        return Files.writeString(
                folder.resolve("t.c"), PROGRAM.replace("@MAIN@", main).replace("@OTHER@", other));
    }

    private Run check(String main, String other) throws IOException {
        return Heddle.run("check", "-o", folder, source(main, other));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            # what main does | what the other thread does | exit code | what is said
            HEDDLE_OP(next, torn()) | HEDDLE_OP(next, torn()) | 1 | main: next → 0, T1 (work): next → 0; the nearest order gives main: next → 0, T1 (work): next → 1
            HEDDLE_OP(next, count++) | HEDDLE_OP(next, count++) | 0 | their results were compared with those of 2 orders
            HEDDLE_OP(get, get()) | HEDDLE_OP(put, put()) | 0 | compared with those of 2 orders one at a time, 1 of them with an operation that waits for good
            HEDDLE_OP(start, start()) | HEDDLE_OP(next, torn()) | 0 | was not looked at: one of them calls what cannot be executed in one go
            HEDDLE_OP_ON(&count, one, torn()) | HEDDLE_OP_ON(&items, other, items++) | 0 | their results were compared with those of 2 orders
            heddle_operation_begin("a(%d)", 1); torn(); heddle_operation_end("%s", "x") | HEDDLE_OP_VOID(b, torn()) | 0 | compared with those of 2 orders
            HEDDLE_OP(next, torn()) | heddle_operation_begin("exits"); _exit(0) | 0 | compared with those of 2 orders
            """)
    void operations_areComparedWithThoseOneAtATime(String main, String other, int exitCode, String said)
            throws Exception {
        Run run = check(main, other);
        assertEquals(exitCode, run.exitCode(), run::toString);
        String oneLine = run.out().replaceAll("\\s+", " ");
        assertTrue(oneLine.contains(said), run::toString);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            heddle_operation_waits()                                     | heddle_operation_waits without a heddle_operation_begin before it
            heddle_history_reset()                                       | heddle_history_reset while other threads run: call it when they have been joined
            heddle_operation_begin("a"); heddle_history_reset()          | heddle_history_reset within an operation
            heddle_operation_end("1")                                    | heddle_operation_end without a heddle_operation_begin before it
            heddle_operation_begin("a"); heddle_operation_begin("b")     | an operation (heddle_operation_begin) that begins within another one of its thread
            """)
    void operationsThatDoNotFit_endTheCheck(String main, String told) throws Exception {
        Run run = check(main, "torn()");
        assertEquals(2, run.exitCode(), run::toString);
        assertTrue(run.err().contains("t.c calls " + told + " at t.c:32"), run::toString);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            # what main does | what the other thread does | exit code | what is said
            HEDDLE_OP(get, get()) | HEDDLE_OP(get, get()) | 1 | deadlock
            HEDDLE_OP(get, takes(get)) | HEDDLE_OP(get, get()) | 1 | deadlock
            HEDDLE_OP(get, takes(get)) | HEDDLE_OP(get, takes(get)) | 0 | compared with those of 2 orders one at a time, 2 of them with an operation that waits for good
            HEDDLE_OP(put, put()); HEDDLE_OP(get, takes(get)) | HEDDLE_OP(get, takes(get)) | 0 | compared with those of 3 orders one at a time, 3 of them
            HEDDLE_OP(put, put()) | get() | 0 | compared with those of 1 order
            HEDDLE_OP(put, put()) | HEDDLE_OP(get, takes(get)); get() | 1 | nobody signals it again
            HEDDLE_OP(put, (items++, 0)) | HEDDLE_OP(get, takes(get)) | 1 | deadlock
            HEDDLE_OP(next, torn()); HEDDLE_OP(get, takes(get)) | HEDDLE_OP(next, torn()); HEDDLE_OP(get, takes(get)) | 1 | in no order do the operations give these results: main: next → 0
            HEDDLE_OP(leave, leaves()) | HEDDLE_OP(get, takes(get)) | 1 | T1 (work) waits for mutex lock, which main holds
            HEDDLE_OP(leave, leaves()); pthread_exit(NULL) | HEDDLE_OP(get, takes(get)) | 1 | never gives back: it has exited
            HEDDLE_OP(get, takes(get)) | HEDDLE_OP(start, start()) | 0 | whether those that wait for good should, was not looked at
            """)
    void operationsThatWait_areRightWhereTheyDoSoOneAtATime(String main, String other, int exitCode, String said)
            throws Exception {
        Run run = check(main, other);
        assertEquals(exitCode, run.exitCode(), run::toString);
        String oneLine = run.out().replaceAll("\\s+", " ");
        assertTrue(oneLine.contains(said), run::toString);
        assertEquals(!said.contains("not looked at") && exitCode == 0, oneLine.contains("t.c: proved"), run::toString);
    }

    @Test
    void whatIsWrongWhereOperationsWait_replays() throws Exception {
        String both = "HEDDLE_OP(next, torn()); HEDDLE_OP(get, takes(get))";
        assertEquals(1, check(both, both).exitCode());
        Run replayed = Heddle.run("replay", folder.resolve("t.linearizability.1.heddle-schedule"));
        assertEquals(1, replayed.exitCode(), replayed::toString);
        assertTrue(replayed.out().contains("The same happened again: linearizability"), replayed::toString);
    }

    @Test
    void aResultThatIsAPointer_doesNotCompile() throws Exception {
        Path source = source("HEDDLE_OP(allocate, malloc(1))", "torn()");
        Run run = HeddleProcess.run(folder, "check", source); // the compiler writes to the process's own standard error
        assertEquals(2, run.exitCode(), run::toString);
        assertTrue(run.err().contains("_Generic") || run.err().contains("association"), run::toString);
    }

    @Test
    void whatIsFound_replaysAndIsFoundInCxxToo() throws Exception {
        Run run = check("HEDDLE_OP(next, torn())", "HEDDLE_OP(next, torn())");
        assertEquals(1, run.exitCode(), run::toString);
        Run replayed = Heddle.run("replay", folder.resolve("t.linearizability.1.heddle-schedule"));
        assertEquals(1, replayed.exitCode(), replayed::toString);
        assertTrue(replayed.out().contains("The same happened again: linearizability"), replayed::toString);
        Path source = Files.writeString(
                folder.resolve("u.cc"),
                """
                #include <heddle.h>
                #include <atomic>
                #include <thread>
                enum class Taken { no, yes };
                static std::atomic<bool> taken;
                static Taken take() { bool was = taken.load(); taken.store(true); return was ? Taken::no : Taken::yes; }
                int main() {
                    std::thread other([] { HEDDLE_OP(take, take()); });
                    HEDDLE_OP(take, take());
                    other.join();
                }
                """);
        Run cxx = Heddle.run("check", "-o", folder, source);
        assertEquals(1, cxx.exitCode(), cxx::toString);
        assertTrue(cxx.out().contains("linearizability [no-serial-order]"), cxx::toString);
    }

    @Test
    void aProgramThatWasMended_doesNotShowTheFindingAgain() throws Exception {
        Run run = check("HEDDLE_OP(next, torn())", "HEDDLE_OP(next, torn())");
        assertEquals(1, run.exitCode(), run::toString);
        Files.writeString(
                folder.resolve("t.c"),
                PROGRAM.replace("int n = count; count = n + 1; return n;", "int n = count++; (void)count; return n;")
                        .replace("@MAIN@", "HEDDLE_OP(next, torn())")
                        .replace("@OTHER@", "HEDDLE_OP(next, torn())"));
        Run replayed = Heddle.run("replay", folder.resolve("t.linearizability.1.heddle-schedule"));
        assertTrue(replayed.exitCode() == 0 || replayed.exitCode() == 4, replayed::toString);
    }
}
