package org.heddle.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.heddle.it.testkit.GdbNeeded;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code --watch} tells each change of a value, of globals and of what one thread can see, and what is wrong with an expression. */
@Timeout(900)
final class WatchTest {
    @TempDir
    private Path folder;

    private Path schedule() throws Exception {
        Path source = Files.writeString(
                folder.resolve("w.c"),
                """
                #include <assert.h>
                #include <pthread.h>
                static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
                static struct { int count; double part; } box;
                static void *work(void *argument) {
                    for (volatile int round = 0; round < 2; round++) {
                        pthread_mutex_lock(&m);
                        box.count += 5;
                        pthread_mutex_unlock(&m);
                    }
                    return argument;
                }
                int main(void) {
                    pthread_t t;
                    pthread_create(&t, NULL, work, NULL);
                    pthread_join(t, NULL);
                    assert(box.count != 10);
                }
                """);
        Heddle.check(folder, source);
        return folder.resolve("w.assertion.1.heddle-schedule");
    }

    private static List<String> changes(Run run, String expression) {
        return run.out()
                .lines()
                .filter(line -> line.startsWith(expression + " = "))
                .toList();
    }

    @Test
    void eachChange_isToldWithItsStep() throws Exception {
        GdbNeeded.orSkip();
        Path schedule = schedule();
        List<String> expected = List.of(
                "box.count = 0 at the start",
                "box.count = 5 after step 2, T1: lock m  at w.c:7",
                "box.count = 10 after step 4, T1: lock m  at w.c:7");
        Run replayed = Heddle.run("replay", "--watch", "box.count", "--watch", "box.part + 1", schedule);
        assertEquals(1, replayed.exitCode(), replayed::toString);
        assertEquals(expected, changes(replayed, "box.count"), replayed::toString);
        assertEquals(List.of("box.part + 1 = 1 at the start"), changes(replayed, "box.part + 1"), replayed::toString);
        assertTrue(replayed.out().contains("The same happened again"), replayed::toString);
        Run shown = Heddle.run("show", "--watch", "box.count", schedule);
        assertEquals(0, shown.exitCode(), shown::toString);
        assertEquals(expected, changes(shown, "box.count"), shown::toString);
    }

    @Test
    void aLocalVariable_isThatOfTheThreadThatIsNamed() throws Exception {
        GdbNeeded.orSkip();
        Run run = Heddle.run("replay", "--watch", "T1: round", schedule());
        List<String> changes = changes(run, "round");
        assertTrue(changes.stream().anyMatch(line -> line.startsWith("round = 0 after step ")), run::toString);
        assertTrue(changes.stream().anyMatch(line -> line.startsWith("round = 1 after step ")), run::toString);
    }

    @Test
    void whatIsNoExpression_isRefused() throws Exception {
        GdbNeeded.orSkip();
        Path schedule = schedule();
        Heddle.run("replay", "--watch", "nothing", schedule)
                .assertRefused(2, "--watch nothing: No symbol \"nothing\" in current context.", "--watch T1:i");
        Heddle.run("show", "--watch", "box +", schedule).assertRefused(2, "--watch box +: ");
        Heddle.run("replay", "--watch", " ", schedule).assertRefused(2, "--watch needs an expression of C");
        Heddle.run("replay", "--watch", "T1:", schedule).assertRefused(2, "--watch needs an expression of C");
        Heddle.run("replay", "--watch", "box", "--gdb", schedule).assertRefused(2, "leave --gdb and --until out");
    }
}
