package org.heddle.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.HeddleProcess;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A schedule can be stopped at any step, and outlives changes of the program and of the folder that it lies in. */
@Timeout(900)
final class ReplayTest {
    @TempDir
    private Path folder;

    private Path source;
    private Path schedule;

    @BeforeEach
    void findSomething() throws Exception {
        source = Files.copy(Expectation.example("01-database-deadlock.c"), folder.resolve("database.c"));
        Heddle.check(folder, source);
        schedule = folder.resolve("database.deadlock.1.heddle-schedule");
    }

    @Test
    void until_showsWhereEachThreadStands() {
        Run run = Heddle.run("replay", "--until", 6, schedule);
        assertEquals(0, run.exitCode(), run.toString());
        assertTrue(run.out().startsWith("Before step 6 of 8:"), run.out());
        assertTrue(run.out().contains("T1 (operate): next: lock counts"), run.out());
        assertTrue(run.out().contains("      holds database, locked at database.c:"), run.out());
        assertTrue(run.out().contains("has to wait for T1"), run.out());
        assertTrue(run.out().contains("T2 (operate): next: start"), run.out());
    }

    @Test
    void untilTheEnds_showsTheBeginningAndTheDeadlock() {
        assertTrue(Heddle.run("replay", "--until", 0, schedule).out().contains("main: next: create T1"));
        Run end = Heddle.run("replay", "--until", 8, schedule);
        assertTrue(end.out().startsWith("After the last of 8 steps:"), end.out());
        assertTrue(end.out().contains("has to wait for T2"), end.out());
    }

    @Test
    void untilBeyondTheEnd_isRefused() {
        Heddle.run("replay", "--until", 9, schedule).assertRefused(2, "--until 9", "has 8 steps");
        Heddle.run("replay", "--until", -1, schedule).assertRefused(2, "--until must be at least 0");
    }

    @Test
    void argumentsForGdb_needGdb() {
        Heddle.run("replay", schedule, "--", "-batch").assertRefused(2, "--gdb is not given");
    }

    /** The execution that shows the bug leaves a file behind with which the program does something else. */
    @Test
    void fileLeftBehind_isNamed_andDoesNoHarm() throws Exception {
        Path program = folder.resolve("once.c");
        Files.writeString(
                program,
                """
                #include <assert.h>
                #include <fcntl.h>
                #include <pthread.h>
                static int value;
                static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
                static void *set(void *unused) {
                    pthread_mutex_lock(&m);
                    value = 1;
                    pthread_mutex_unlock(&m);
                    return unused;
                }
                int main(void) {
                    if (open("once.lock", O_CREAT | O_EXCL | O_WRONLY, 0600) < 0) {
                        return 0;
                    }
                    pthread_t thread;
                    pthread_create(&thread, NULL, set, NULL);
                    pthread_mutex_lock(&m);
                    assert(value == 1);
                    pthread_mutex_unlock(&m);
                    return 0;
                }
                """);
        Run check = HeddleProcess.run(folder, "check", program);
        assertEquals(1, check.exitCode(), check.toString());
        Path work = folder.resolve("work");
        assertTrue(Files.exists(work.resolve("once.lock")), check.toString());
        Run run = Heddle.run("replay", "-n", 2, work.resolve("once.assertion.1.heddle-schedule"));
        assertEquals(1, run.exitCode(), run.toString());
        assertTrue(run.err().contains("with once.lock in " + work + " the program takes another course"), run.err());
        assertTrue(run.out().contains("The same happened again, 2 times out of 2: assertion"), run.out());
    }

    /** Lines, addresses of variables and a lock that has nothing to do with it have changed. */
    @Test
    void changedProgram_showsTheSameStill() throws Exception {
        edit(
                "static pthread_mutex_t database",
                "int padding[100];\n\nstatic pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;\nstatic pthread_mutex_t"
                        + " database");
        edit(
                "struct class *class = argument;",
                "struct class *class = argument;\n    pthread_mutex_lock(&other);" + " pthread_mutex_unlock(&other);");
        Run run = Heddle.run("replay", schedule);
        assertEquals(1, run.exitCode(), run.toString());
        assertTrue(run.err().contains("database.c has changed since the schedule was written"), run.err());
        assertTrue(run.out().contains("The same happened again: deadlock [lock-cycle]"), run.out());
    }

    @Test
    void repairedProgram_doesNotShowItAnyMore() throws Exception {
        edit("#ifdef FIXED", "#if 1");
        Run run = Heddle.run("replay", schedule);
        assertEquals(0, run.exitCode(), run.toString());
        assertTrue(run.err().contains("1 was left out, and 1 was added"), run.err());
        assertTrue(run.out().contains("It did not happen this time"), run.out());
    }

    /** Memory that races is found again where it lies now. */
    @ParameterizedTest
    @CsvSource({
        "21-plain-memory.c, plain.assertion",
        "03-lost-wakeup.c, plain.lost-wakeup",
        "06-lost-update.c, plain.assertion"
    })
    void movedMemory_isFoundAgain(String example, String finding) throws Exception {
        Path moved = Files.copy(Expectation.example(example), folder.resolve("plain.c"));
        Heddle.check(folder, moved);
        Path written;
        try (var files = Files.list(folder)) {
            written = files.filter(file -> file.getFileName().toString().startsWith(finding))
                    .sorted()
                    .findFirst()
                    .orElseThrow();
        }
        Files.writeString(moved, "int padding[1000] = {1};\n" + Files.readString(moved));
        Run run = Heddle.run("replay", written);
        assertEquals(1, run.exitCode(), run.toString());
        assertTrue(run.err().contains("plain.c has changed"), run.err());
        assertTrue(run.out().contains("The same happened again"), run.out());
    }

    @Test
    void schedule_isGoodInACopyOfItsFolder() throws Exception {
        Path work = Files.createDirectories(folder.resolve("work"));
        Files.copy(source, work.resolve("database.c"));
        assertEquals(1, HeddleProcess.run(folder, "check", "database.c").exitCode());
        Path copy = folder.resolve("elsewhere");
        Files.move(work, copy);
        Run run = Heddle.run("replay", copy.resolve("database.deadlock.1.heddle-schedule"));
        assertEquals(1, run.exitCode(), run.toString());
        assertTrue(run.out().contains("The same happened again"), run.out());
    }

    private void edit(String before, String after) throws Exception {
        String text = Files.readString(source);
        assertTrue(text.contains(before), before);
        Files.writeString(source, text.replace(before, after));
    }
}
