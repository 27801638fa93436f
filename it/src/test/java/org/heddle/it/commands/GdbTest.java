package org.heddle.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.GdbNeeded;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.HeddleProcess;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A finding opens in gdb where it happens, with every thread one of gdb's. */
@Timeout(900)
final class GdbTest {
    @TempDir
    private Path folder;

    @BeforeAll
    static void requireGdb() throws Exception {
        GdbNeeded.orSkip();
    }

    @Test
    void deadlock_showsBothThreadsWhereTheyWait() throws Exception {
        Run run = gdb("01-database-deadlock.c", "", List.of(), "-ex", "thread apply all bt");
        assertEquals(1, run.exitCode(), run.toString());
        String[] threads = run.out().split("\nThread ", -1);
        assertTrue(run.out().contains("\"main\"") && run.out().contains("\"T1\""), run.toString());
        assertTrue(
                Stream.of(threads).anyMatch(text -> text.contains("\"T1\"") && text.contains("operate (")), run.out());
        assertTrue(
                Stream.of(threads).anyMatch(text -> text.contains("\"T2\"") && text.contains("operate (")), run.out());
        assertTrue(
                Stream.of(threads).anyMatch(text -> text.contains("\"main\"") && text.contains("in main ()")),
                run.out());
    }

    @Test
    void backtraces_leaveOutTheFramesOfTheRuntime() throws Exception {
        Run run = gdb(
                "06-lost-update.c",
                "",
                List.of(),
                "-ex",
                "echo filtered\\n",
                "-ex",
                "bt",
                "-ex",
                "echo all\\n",
                "-ex",
                "bt -no-filters");
        assertEquals(1, run.exitCode(), run.toString());
        String filtered = run.out().split("\nfiltered\n", -1)[1].split("\nall\n", -1)[0];
        String all = run.out().split("\nall\n", -1)[1];
        assertTrue(filtered.contains(" main ("), run.out());
        assertFalse(filtered.contains("heddle_stopped"), run.out());
        assertTrue(all.contains("heddle_stopped"), run.out());
    }

    @Test
    void deadlockOfProcesses_showsBothWhereTheyWait() throws Exception {
        Run run = gdb("processes/two-locks.c", "", List.of(), "-ex", "thread apply all bt");
        assertEquals(1, run.exitCode(), run.toString());
        String[] threads = run.out().split("\nThread ", -1);
        for (String process : List.of("\"main\"", "\"T1\"")) {
            assertTrue(
                    Stream.of(threads).anyMatch(text -> text.contains(process) && text.contains("in move (")),
                    run.out());
        }
    }

    @Tag("thorough")
    @Tag("slow")
    @ParameterizedTest
    @CsvSource({
        "09-check-then-use.c, crash, SIGSEGV, ''",
        "06-lost-update.c, assertion, in main () at, ''",
        "processes/hits.c, assertion, in main () at, ''",
        "41-relaxed-flag.c, data-race, STOP_RACE, ''",
        "50-use-after-free.c, use-after-free, STOP_NOTE, ''",
        "16-double-free.c, double-free, STOP_NOTE, ''",
        "18-exit-status.c, exit-code, STOP_EXIT, ''",
        "03-lost-wakeup.c, lost-wakeup, STOP_END, ''",
        "34-try-again.c, livelock, STOP_END, -DNEVER",
    })
    void everyKind_stopsWhereItHappens(String example, String kind, String shown, String flag) throws Exception {
        Run run = gdbOn(kind, example, flag, List.of(), "-ex", "bt -no-filters");
        assertEquals(1, run.exitCode(), kind + run);
        assertTrue(run.out().contains(shown), kind + run);
    }

    @Test
    void ofSeveralRaces_itStopsAtTheOneReplayed() throws Exception {
        Path source = folder.resolve("two.c");
        Files.writeString(
                source,
                """
                #include <pthread.h>

                static int first, second;

                static void *work(void *arg) {
                    first++;
                    second++;
                    return arg;
                }

                int main(void) {
                    pthread_t a, b;
                    pthread_create(&a, 0, work, 0);
                    pthread_create(&b, 0, work, 0);
                    pthread_join(a, 0);
                    pthread_join(b, 0);
                    return 0;
                }
                """);
        Heddle.check(folder, source);
        for (int n = 1; n <= 2; n++) {
            Path schedule = folder.resolve("two.data-race." + n + ".heddle-schedule");
            String line = Files.readString(schedule).contains("data race on first") ? "first++" : "second++";
            Run run = HeddleProcess.run(folder, "replay", "--gdb", schedule, "--", "-batch");
            assertEquals(1, run.exitCode(), run.toString());
            assertTrue(run.out().contains("\t    " + line + ";"), line + run);
        }
    }

    /** Virtual machines may lack debug registers: then gdb tells of no write, in no program. */
    private boolean hasHardwareWatchpoints() throws Exception {
        Path source = Files.writeString(folder.resolve("plain.c"), "int n; int main(void) { n = 1; return 0; }");
        Path program = folder.resolve("plain");
        Path out = folder.resolve("plain.txt");
        List<List<String>> commands = List.of(
                List.of("cc", "-g", "-o", program.toString(), source.toString()),
                List.of(
                        "gdb",
                        "-batch",
                        "-ex",
                        "break main",
                        "-ex",
                        "run",
                        "-ex",
                        "watch n",
                        "-ex",
                        "continue",
                        program.toString()));
        for (List<String> command : commands) {
            new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(out.toFile())
                    .start()
                    .waitFor();
        }
        return Files.readString(out).contains("hit Hardware watchpoint");
    }

    @Test
    void watchpoint_stopsAtEveryWriteUntilTheStep() throws Exception {
        assumeTrue(hasHardwareWatchpoints(), "the machine has no hardware watchpoints");
        Run run = gdb(
                "06-lost-update.c",
                "",
                List.of("--until", "0"),
                "-ex",
                "watch counter",
                "-ex",
                "continue",
                "-ex",
                "print counter",
                "-ex",
                "continue",
                "-ex",
                "info threads");
        assertEquals(0, run.exitCode(), run.toString());
        assertTrue(run.out().contains("Before step 0 of "), run.toString());
        assertTrue(run.out().contains("hit Hardware watchpoint 2: counter"), run.toString());
        assertTrue(run.out().contains("Old value = 0\nNew value = 1"), run.toString());
        assertTrue(run.out().contains("$1 = 1"), run.toString());
    }

    @Test
    void reverseContinue_goesBackToTheCriticalSwitchAndToTheStart_withTheUsersBreakpoints() throws Exception {
        Heddle.check(folder, Expectation.example("06-lost-update.c"));
        Path commands = Files.writeString(
                folder.resolve("commands"),
                """
                reverse-continue
                echo \\nat the switch\\n
                bt
                break 39
                rc
                echo \\nat the start\\n
                rc
                continue
                rc
                continue
                continue
                """);
        try (HeddleProcess process = HeddleProcess.startReading(
                ProcessBuilder.Redirect.from(commands.toFile()),
                folder,
                "replay",
                "--gdb",
                folder.resolve("06-lost-update.assertion.1.heddle-schedule"))) {
            Run run = process.end();
            assertEquals(1, run.exitCode(), run.toString());
            String[] parts = run.out().split("\nat the (switch|start)\n", -1);
            assertEquals(3, parts.length, run.out());
            assertTrue(parts[0].contains("Back to before step 4, by running again"), run.out());
            assertTrue(parts[1].contains("in count ("), run.out());
            assertTrue(parts[1].contains("Back to before step 0, by running again"), run.out());
            assertTrue(parts[2].contains("This is before the first step"), run.out());
            assertTrue(parts[2].contains("Back to before step 0, by running again"), run.out());
            assertEquals(2, parts[2].split("hit Breakpoint 2, main", -1).length - 1, run.out());
            assertTrue(parts[2].contains("STOP_NOTE"), "the failure is reached again: " + run.out());
            process.assertNothingLeft();
        }
    }

    /** Twelve threads are more than the runtime keeps ready. */
    @Test
    void manyThreads_areAllThere() throws Exception {
        Path source = folder.resolve("many.c");
        Files.writeString(
                source,
                """
                #include <pthread.h>
                #include <assert.h>
                static _Thread_local int own;
                static pthread_barrier_t barrier;
                static void *wait_for_all(void *number) {
                    own = (int)(long)number;
                    pthread_barrier_wait(&barrier);
                    assert(own != 7);
                    return number;
                }
                int main(void) {
                    pthread_t threads[12];
                    pthread_barrier_init(&barrier, NULL, 12);
                    for (long i = 0; i < 12; i++) pthread_create(&threads[i], NULL, wait_for_all, (void *)i);
                    for (int i = 0; i < 12; i++) pthread_join(threads[i], NULL);
                }
                """);
        Heddle.check(folder, source);
        Run run = HeddleProcess.run(
                folder,
                "replay",
                "--gdb",
                folder.resolve("many.assertion.1.heddle-schedule"),
                "--",
                "-batch",
                "-ex",
                "print own");
        assertEquals(1, run.exitCode(), run.toString());
        assertTrue(run.out().contains("$1 = 7"), run.toString());
        assertTrue(run.out().contains("\"T8\""), run.toString());
    }

    private Run gdb(String example, String flag, List<String> options, String... commands) throws Exception {
        return gdbOn("", example, flag, options, commands);
    }

    private Run gdbOn(String kind, String example, String flag, List<String> options, String... commands)
            throws Exception {
        Path source = Files.copy(
                Expectation.example(example), folder.resolve(Path.of(example).getFileName()));
        if (flag.isEmpty()) {
            Heddle.check(folder, source);
        } else {
            Heddle.check(folder, flag, source);
        }
        Path schedule;
        try (Stream<Path> files = Files.list(folder)) {
            schedule = files.filter(file -> file.toString().endsWith(".heddle-schedule"))
                    .filter(file -> kind.isEmpty() || file.toString().contains("." + kind + "."))
                    .sorted()
                    .findFirst()
                    .orElseThrow();
        }
        Stream<Object> all = Stream.of(
                        Stream.<Object>of("replay", "--gdb"),
                        options.stream(),
                        Stream.of(schedule, "--", "-batch"),
                        Stream.of(commands))
                .flatMap(part -> part);
        try (HeddleProcess process = HeddleProcess.start(folder, all.toArray())) {
            Run run = process.end();
            process.assertNothingLeft();
            return run;
        }
    }
}
