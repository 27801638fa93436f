package org.heddle.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.GdbNeeded;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.HeddleProcess;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A schedule is gone through forward and back, with what threads wait for, what variables hold, and what another thread would do. */
@Timeout(900)
final class StepTest {
    @TempDir
    private Path folder;

    private Path schedule(String example, String name) throws Exception {
        Path source = Files.copy(Expectation.example(example), folder.resolve(example));
        Heddle.check(folder, source);
        return folder.resolve(name);
    }

    private Path deadlock() throws Exception {
        return schedule("01-database-deadlock.c", "01-database-deadlock.deadlock.1.heddle-schedule");
    }

    private Path lostUpdate() throws Exception {
        return schedule("06-lost-update.c", "06-lost-update.assertion.1.heddle-schedule");
    }

    private Run step(Path schedule, String... commands) throws Exception {
        Path input = Files.writeString(folder.resolve("commands"), String.join("\n", commands) + "\n");
        try (HeddleProcess process =
                HeddleProcess.startReading(Redirect.from(input.toFile()), folder, "step", schedule)) {
            Run run = process.end();
            process.assertNothingLeft();
            return run;
        }
    }

    /** The steps that a run has shown, by their numbers. */
    private static List<Integer> shown(Run run) {
        return run.out()
                .lines()
                .filter(line -> line.matches("\\d+ of \\d+ .*"))
                .map(line -> Integer.valueOf(line.substring(0, line.indexOf(' '))))
                .toList();
    }

    @Test
    void steps_goForwardAndBack() throws Exception {
        Run run = step(deadlock(), "step", "s 3", "rs", "reverse-step 2", "rs 9", "goto 6", "quit", "s");
        assertEquals(0, run.exitCode(), run.toString());
        assertEquals(List.of(0, 1, 4, 3, 1, 0, 6), shown(run), run.out());
        assertEquals("", run.err());
    }

    @Test
    void breakpoints_stopBothWays() throws Exception {
        Run run = step(deadlock(), "break database", "c", "c", "rc", "rc", "rc", "delete 1", "c", "delete 1");
        List<Integer> shown = shown(run);
        assertEquals(0, run.exitCode(), run.toString());
        assertTrue(run.out().contains("lock database"), run.out());
        assertEquals(List.of(6, 4, 0), shown.subList(shown.size() - 3, shown.size()), run.out());
        assertTrue(run.out().contains("The critical switch: without it this does not happen"), run.out());
        assertTrue(run.out().contains("After the last of 8 steps"), run.out());
        assertTrue(run.out().contains("there is no breakpoint 1: info breakpoints lists them"), run.out());
    }

    /** The steps that create it and wait for it name it, and are another's. */
    @Test
    void breakpointOnAThread_stopsAtItsOwnSteps_alsoOfOneThatAThreadHasCreated() throws Exception {
        Path source = Files.writeString(
                folder.resolve("nested.c"),
                """
                #include <assert.h>
                #include <pthread.h>
                static void *inner(void *unused) { return unused; }
                static void *outer(void *unused) {
                    pthread_t thread;
                    pthread_create(&thread, NULL, inner, NULL);
                    pthread_join(thread, NULL);
                    return unused;
                }
                int main(void) {
                    pthread_t thread;
                    pthread_create(&thread, NULL, outer, NULL);
                    pthread_join(thread, NULL);
                    assert(0);
                }
                """);
        Heddle.check(folder, source);
        Run run = step(
                folder.resolve("nested.assertion.1.heddle-schedule"), "break T1.1", "c", "c", "c", "where", "quit");
        List<String> steps = run.out()
                .lines()
                .filter(line -> line.matches("\\d+ of \\d+ .*"))
                .skip(1)
                .toList();
        assertEquals(2, steps.size(), run.out());
        assertTrue(steps.stream().allMatch(line -> line.contains(" T1.1: ")), run.out());
    }

    @Test
    void next_staysWithItsThread() throws Exception {
        Run run = step(deadlock(), "thread T1", "n", "n", "n", "rn", "rn", "rn");
        assertTrue(
                run.out()
                        .lines()
                        .filter(line -> line.matches("\\d+ of .*"))
                        .skip(1)
                        .allMatch(line -> line.contains(" T1: ")),
                run.out());
        assertTrue(run.out().contains("T1 has no step before this one"), run.out());
    }

    @Test
    void endOfADeadlock_saysWhoHoldsAndWhoWaits() throws Exception {
        Run run = step(deadlock(), "c", "info locks", "threads");
        assertTrue(run.out().contains("T1 (operate) holds database, locked at 01-database-deadlock.c:35"), run.out());
        assertTrue(run.out().contains("T1 (operate) has to wait for T2: lock counts"), run.out());
        assertTrue(run.out().contains("T2 (operate) has to wait for T1: lock database"), run.out());
        assertTrue(run.out().contains("main: next: join T1"), run.out());
    }

    @Test
    void anotherThread_mayMakeTheBugGoAway_orShowIt_orHaveToWait() throws Exception {
        Run run = step(deadlock(), "goto 6", "try T1", "try T2", "try main", "try T9", "where");
        assertTrue(run.out().contains("With T1 first, the execution shows nothing: it ended as exited"), run.out());
        assertTrue(run.out().contains("It shows deadlock: T1 (operate) waits for mutex counts"), run.out());
        assertTrue(run.out().contains("main cannot go at step 6: its next is join T1"), run.out());
        assertTrue(run.out().contains("there is no thread T9 at step 6"), run.out());
        assertEquals(List.of(0, 6, 6), shown(run), run.out());
    }

    @Test
    void values_areThoseOfTheStep_andOfLocalsToo() throws Exception {
        GdbNeeded.orSkip();
        Path schedule = lostUpdate();
        Run run = step(schedule, "print counter", "c", "p counter", "p &counter == 0", "p nothing", "watch counter");
        assertEquals(0, run.exitCode(), run.toString());
        assertTrue(run.out().contains("counter = 0\n"), run.out());
        assertTrue(run.out().contains("counter = 1\n"), run.out());
        assertTrue(run.out().contains("&counter == 0 = 0\n"), run.out());
        assertTrue(run.out().contains("No symbol \"nothing\" in current context."), run.out());
        assertTrue(run.out().contains("  counter = 0 at the start\n"), run.out());
        assertTrue(run.out().matches("(?s).*  counter = 1 after step \\d+, T\\d: store counter = 1 .*"), run.out());
    }

    @Test
    void lastStep_isTheOneBefore() throws Exception {
        Run run = step(lostUpdate(), "last counter", "c", "last counter", "last T1");
        assertTrue(run.out().contains("no step before step 0 has to do with counter"), run.out());
        assertTrue(run.out().contains("main: load counter = 1"), run.out());
        assertTrue(run.out().contains("T1: exit"), run.out());
    }

    @Test
    void unknownCommands_areToldWithWhatToDo() throws Exception {
        Run run = step(deadlock(), "frob", "goto", "goto x", "goto 99", "step 0", "info", "info x", "thread T9", "");
        assertEquals(0, run.exitCode(), run.toString());
        for (String said : List.of(
                "there is no command 'frob': help lists the commands",
                "goto needs a step from 0 to 8\n",
                "goto needs a step from 0 to 8, not 'x'",
                "there is no step 99: name one from 0 to 8",
                "step needs how many steps, at least 1",
                "info needs threads, locks or breakpoints",
                "info tells of threads, locks or breakpoints, not of x",
                "there is no thread T9: info threads lists them")) {
            assertTrue(run.out().contains(said), said + run);
        }
        assertFalse(run.out().contains("Exception"), run.out());
    }

    @Test
    void aScheduleOfAnotherProgram_isRefusedWithExitCode4() throws Exception {
        Path schedule = deadlock();
        Files.writeString(folder.resolve("01-database-deadlock.c"), "int main(void) { return 0; }\n");
        Run run = step(schedule, "step");
        assertEquals(4, run.exitCode(), run.toString());
        assertTrue(run.err().contains("the schedule cannot be fitted to it: check the program again"), run.err());
    }
}
