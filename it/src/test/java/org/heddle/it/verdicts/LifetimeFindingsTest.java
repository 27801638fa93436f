package org.heddle.it.verdicts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is freed or destroyed too early is one finding, however many places use it then. */
@Timeout(900)
final class LifetimeFindingsTest {
    private static final Path PROGRAM =
            Path.of("src/test/resources/misuse/gone.c").toAbsolutePath();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "1, use-after-free, 6", // lock, jobs++ reads and writes, signal, threads, unlock
        "2, use-after-free, 9", // likewise, and lock, signal and unlock of what was destroyed
        "3, misuse, 4", // trylock, unlock, lock, unlock
        "5, use-after-free, 3", // jobs++ reads and writes, free
    })
    void everythingThatUsesIt_isOneFindingWithItsPlaces(int number, String kind, int uses) {
        JsonNode findings = findings(number, PROGRAM);
        assertEquals(1, findings.size(), findings.toString());
        assertEquals(kind, findings.get(0).get("kind").textValue());
        JsonNode others = findings.get(0).get("others");
        assertEquals(uses - 1, others.size(), others.toString());
        others.forEach(other -> assertTrue(other.get("line").intValue() > 0, other.toString()));
    }

    @Test
    void misuseOfAnObjectInAFreedBlock_isToldWithTheBlock() {
        Set<String> causes = new TreeSet<>();
        findings(2, PROGRAM)
                .get(0)
                .get("others")
                .forEach(other -> causes.add(other.get("cause").textValue()));
        assertEquals(
                Set.of(
                        "use-after-free",
                        "pthread_mutex_lock: the mutex was destroyed",
                        "pthread_mutex_unlock: the mutex was destroyed",
                        "pthread_cond_signal: the condition variable was destroyed"),
                causes);
    }

    /** The thread has not ended: it runs the destructor itself. */
    @Test
    void destructorOfAKey_thatReadsALocalVariableOfItsOwnThread_isToldAsOfALeftFunction() throws Exception {
        Path source = Files.writeString(
                folder.resolve("key.c"),
                """
                #include <pthread.h>
                #include <stddef.h>
                static pthread_key_t key;
                static volatile int seen;
                static void destroy(void *value) { seen = *(int *)value; }
                static void *start(void *unused) {
                    int local = 3;
                    pthread_setspecific(key, &local);
                    return unused;
                }
                int main(void) {
                    pthread_t thread;
                    pthread_key_create(&key, destroy);
                    pthread_create(&thread, NULL, start, NULL);
                    pthread_join(thread, NULL);
                    return 0;
                }
                """);
        JsonNode finding = Heddle.check(folder, source).json().at("/findings/0");
        assertEquals("stack-of-left-function", finding.get("cause").textValue());
        assertTrue(finding.get("message").textValue().contains("which has left the function"), finding.toString());
    }

    @Test
    void localVariable_isLeftRatherThanFreed() {
        String report = Heddle.run("check", "-o", folder, PROGRAM.resolveSibling("leaves.c"))
                .out();
        String words = report.replaceAll("\\s+", " ");
        assertTrue(words.contains("main leaves it at leaves.c:23 in start"), report);
        List<String> rows =
                report.lines().filter(line -> line.contains(" leave *number ")).toList();
        assertEquals(1, rows.size(), report);
        assertTrue(rows.get(0).matches("> +· +leave \\*number +leaves.c:23"), report);
        assertTrue(report.contains("main left it, holding no lock"), report);
    }

    @Test
    void raceWithTheEndOfAVariable_isALineOfItsUseAfterTheEnd() {
        String report = Heddle.run("check", "-o", folder, Expectation.example("53-stack-of-another.c"))
                .out();
        String words = report.replaceAll("\\s+", " ");
        assertTrue(words.contains("also: data race on answer: main writes it at 53-stack-of-another.c:35"), report);
        assertTrue(words.contains("T1 (ask) left it at 53-stack-of-another.c:26 in ask"), report);
        assertTrue(words.contains("1 finding;"), report);
    }

    @Test
    void twoBlocks_areTwoFindingsWithTwoFingerprints() {
        JsonNode findings = findings(4, PROGRAM);
        assertEquals(2, findings.size(), findings.toString());
        assertNotEquals(findings.get(0).get("fingerprint"), findings.get(1).get("fingerprint"));
    }

    @Test
    void theFingerprint_doesNotDependOnWhichUseIsFoundFirst() throws Exception {
        Path changed = folder.resolve("gone.c");
        String source = Files.readString(PROGRAM);
        Files.writeString(
                changed, source.replace("    pool->jobs++;\n    pthread_cond_signal", "\n    pthread_cond_signal"));
        Path later = Files.createDirectory(folder.resolve("later")).resolve("gone.c");
        Files.writeString(
                later,
                source.replace(
                        "    sem_wait(&stopped);\n    pthread_mutex_lock",
                        "    sem_wait(&stopped);\n    pool->jobs = 2;\n    pthread_mutex_lock"));
        JsonNode before = findings(2, PROGRAM).get(0);
        assertEquals(before.get("fingerprint"), findings(2, changed).get(0).get("fingerprint"));
        JsonNode first = findings(2, later).get(0);
        assertNotEquals(before.get("column"), first.get("column"), "another use comes first");
        assertEquals(before.get("fingerprint"), first.get("fingerprint"));
    }

    /** Kind, cause and fingerprint are those of any other crash there. */
    @Test
    void stackOverflow_isToldInThoseWords() {
        JsonNode found = findings(0, Expectation.example("soundness/stack-overflow.c"));
        assertEquals(1, found.size(), found.toString());
        JsonNode overflow = found.get(0);
        assertEquals("crash", overflow.get("kind").textValue());
        assertEquals("SIGSEGV", overflow.get("cause").textValue());
        assertTrue(
                overflow.get("message").textValue().endsWith(" dies of SIGSEGV: stack overflow"), overflow.toString());
        String text = Heddle.run("replay", overflow.get("schedule").textValue()).out();
        assertTrue(text.contains(" dies of SIGSEGV: stack overflow"), text);
        JsonNode other = findings(0, Expectation.example("09-check-then-use.c")).get(0);
        assertTrue(other.get("message").textValue().endsWith(" dies of SIGSEGV"), other.toString());
    }

    @Test
    void theText_namesEachPlaceOnce() {
        String text = Heddle.run("check", "--keep-going", "-o", folder, "-DCASE=1", PROGRAM)
                .out();
        assertEquals(4, text.lines().filter(line -> line.startsWith("  also: ")).count(), text);
    }

    @Test
    void theReplay_showsItAsOneFindingToo() {
        String schedule = findings(1, PROGRAM).get(0).get("schedule").textValue();
        String text = Heddle.run("replay", schedule).out();
        assertEquals(
                1,
                text.lines().filter(line -> line.startsWith("use-after-free [")).count(),
                text);
    }

    private JsonNode findings(int number, Path program) {
        return Heddle.check(folder, "--keep-going", "-DCASE=" + number, program)
                .json()
                .get("findings");
    }
}
