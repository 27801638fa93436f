package org.heddle.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heddle.it.testkit.Expectation;
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
        Heddle.check(folder, source());
        return folder.resolve("w.assertion.1.heddle-schedule");
    }

    private Path source() throws Exception {
        return Files.writeString(
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
    void theStepsOfACheck_haveRowsOfTheValues_inEachForm() throws Exception {
        GdbNeeded.orSkip();
        Run run = Heddle.run("check", "--watch", "box.count", "--watch", "T1:round", "-o", folder, source());
        assertEquals(1, run.exitCode(), run::toString);
        List<String> rows = run.out()
                .lines()
                .map(line -> line.strip().replaceAll("\\s+", " "))
                .toList();
        int start = rows.indexOf("· box.count = 0");
        assertTrue(start >= 0 && rows.get(start + 1).startsWith("0 create T1"), run::toString);
        int five = rows.indexOf("· box.count = 5");
        assertTrue(rows.subList(0, five).stream().anyMatch(row -> row.startsWith("2 lock m")), run::toString);
        assertTrue(
                rows.subList(five, rows.size()).stream().anyMatch(row -> row.startsWith("3 unlock m")), run::toString);
        JsonNode watched = new ObjectMapper()
                .readTree(folder.resolve("report.json").toFile())
                .at("/findings/0/watched");
        assertEquals("box.count", watched.at("/0/expression").textValue(), watched::toString);
        assertTrue(watched.at("/0/step").isNull(), watched::toString);
        assertEquals("[0, 2, 4]", steps(watched, "box.count"), watched::toString);
        assertTrue(watched.findValuesAsText("expression").contains("round"), watched::toString);
        assertTrue(Files.readString(folder.resolve("report.html")).contains("box.count = 10"));
    }

    /** The steps behind which it held something else; 0 where it did so from the start. */
    private static String steps(JsonNode watched, String expression) {
        List<Integer> steps = new ArrayList<>();
        watched.forEach(value -> {
            if (value.get("expression").textValue().equals(expression)) {
                steps.add(value.get("step").intValue());
            }
        });
        return steps.toString();
    }

    @Test
    void whatACheckCannotEvaluate_isANote_besideTheReport() throws Exception {
        GdbNeeded.orSkip();
        Run run = Heddle.run("check", "--watch", "nothing", "--watch", "box.count", "-o", folder, source());
        assertEquals(1, run.exitCode(), run::toString);
        String words = run.out().replaceAll("\\s+", " ");
        assertTrue(words.contains("note: --watch nothing: No symbol \"nothing\" in current context"), run::toString);
        assertTrue(words.contains("· box.count = 5"), run::toString);
    }

    @Test
    void aCheckOfSeveralTests_watchesNothing_andSaysSo() throws Exception {
        GdbNeeded.orSkip();
        Path tests = Expectation.example("tests/ring_tests.c");
        Run run = Heddle.run("check", "--watch", "1", "-o", folder, tests);
        assertEquals(2, run.exitCode(), run::toString);
        assertTrue(run.err().contains("--watch is for one check"), run::toString);
        Heddle.run("check", "--watch", " ", source()).assertRefused(2, "--watch needs an expression of C");
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
