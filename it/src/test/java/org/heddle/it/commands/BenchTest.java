package org.heddle.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code heddle bench}: tables, files, and exit codes. What every program is to come to is {@code ExamplesTest}'s. */
@Timeout(900)
final class BenchTest {
    private static final Path PROGRAMS = Expectation.example("bench");

    @TempDir
    private Path folder;

    private Path some(String... programs) throws IOException {
        Path some = folder.resolve("programs");
        Files.createDirectories(some.resolve("racehunter/own"));
        Files.createDirectories(some.resolve("racehunter/sct"));
        Files.copy(PROGRAMS.resolve("together.h"), some.resolve("together.h"));
        for (String program : programs) {
            Files.copy(PROGRAMS.resolve(program), some.resolve(program));
        }
        return some;
    }

    @Tag("thorough")
    @Tag("slow")
    @Test
    void racehunter_comparesTheWaysToCheck() throws Exception {
        Path programs =
                some("racehunter/own/hidden_by_lock.c", "racehunter/own/semaphore_order.c", "racehunter/sct/account.c");
        Path results = folder.resolve("results");
        Run run = Heddle.run("bench", "--quick", "--programs", programs, "-o", results, "racehunter");
        assertEquals(0, run.exitCode(), run.toString());
        assertEquals(run.out(), Files.readString(results.resolve("bench.md")));
        JsonNode document =
                new ObjectMapper().readTree(results.resolve("bench.json").toFile());
        assertEquals("heddle-bench/1", document.get("schema").textValue());
        assertTrue(document.at("/machine/processor").isTextual(), run.out());
        JsonNode rows = document.at("/sections/0/tables/2/rows");
        assertEquals(3, rows.size());
        assertEquals("1 + 0", rows.at("/0/6").textValue(), "a race");
        assertEquals("proved", rows.at("/1/9").textValue(), "nothing to find");
        assertEquals("0 + 1", rows.at("/2/6").textValue(), "an assertion");
    }

    @Test
    void programThatComesOutOtherwise_isNamed_andFailsTheCommand() throws Exception {
        Path programs = some("racehunter/own/semaphore_order.c");
        Path program = programs.resolve("racehunter/own/semaphore_order.c");
        Files.writeString(program, Files.readString(program).replace("verdict=clean", "verdict=bug races"));
        Run run = Heddle.run("bench", "--programs", programs, "-o", folder.resolve("results"), "racehunter");
        assertEquals(1, run.exitCode(), run.toString());
        assertTrue(run.out().contains("Not as expected: semaphore_order"), run.out());
    }

    @Tag("thorough")
    @Tag("slow")
    @Test
    void inspect_takesAsManyRunsAsThePaper() throws Exception {
        Path results = folder.resolve("results");
        Run run = Heddle.run("bench", "--quick", "-o", results, "inspect");
        assertEquals(0, run.exitCode(), run.toString());
        JsonNode rows = new ObjectMapper()
                .readTree(results.resolve("bench.json").toFile())
                .at("/sections/0/tables/0/rows");
        assertTrue(rows.size() >= 8, run.out());
        rows.forEach(row -> assertEquals(row.get(2), row.get(3), row.toString()));
    }

    @Test
    void classes_tellsHowManyExecutionsAProofTakesWithEachWay() throws Exception {
        Path programs = Files.createDirectories(folder.resolve("programs"));
        Files.writeString(
                programs.resolve("hits.c"),
                """
                // heddle: verdict=clean
                #include <pthread.h>
                #include <stdatomic.h>
                static atomic_int hits;
                static void *hit(void *unused) { atomic_fetch_add(&hits, 1); return unused; }
                int main(void) {
                    pthread_t threads[3];
                    for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, hit, NULL);
                    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
                    return 0;
                }
                """);
        Path results = folder.resolve("results");
        Run run = Heddle.run("bench", "--quick", "--programs", programs, "-o", results, "classes");
        assertEquals(0, run.exitCode(), run.toString());
        assertTrue(run.out().contains("Command: `heddle bench --quick --programs"), run.out());
        assertFalse(run.out().contains("Against the paper"), "it is no paper's table");
        JsonNode table = new ObjectMapper()
                .readTree(results.resolve("bench.json").toFile())
                .at("/sections/0/tables/1");
        assertEquals("hits", table.at("/rows/0/0").textValue(), run.out());
        for (int column = 1; column < table.get("columns").size(); column++) {
            String way = table.at("/columns/" + column).textValue();
            boolean commutes = way.contains("counter") || way.contains("thread");
            assertEquals(commutes ? "1" : "6", table.at("/rows/0/" + column).textValue(), run.out());
        }
    }

    @Test
    void sctbench_measuresTheOriginalProgramsOfAFolder_besidePublishedFigures() throws Exception {
        Path programs = Files.createDirectories(folder.resolve("clone/evaluation"));
        Path racing = Files.createDirectories(programs.resolve("CS/account")).resolve("account_bad.c");
        Files.writeString(
                racing,
                """
                #include <assert.h>
                #include <pthread.h>
                #include <stdatomic.h>
                static atomic_int first, second;
                static void *both(void *unused) { first = 1; second = 1; return unused; }
                int main(void) {
                    pthread_t thread;
                    pthread_create(&thread, NULL, both, NULL);
                    int one = first;
                    assert(one || !second);
                    pthread_join(thread, NULL);
                    return 0;
                }
                """);
        Path arguments = Files.createDirectories(programs.resolve("Inspect_benchmarks/ctrace-test"))
                .resolve("ctrace-test.c");
        Files.writeString(
                arguments,
                """
                #include <assert.h>
                int main(int count, char **words) { assert(count != 2 || *words[1] != '2'); return 0; }
                """);
        Path freed = Files.createDirectories(programs.resolve("ConVul-CVE-Benchmarks/CVE-2017-15265"))
                .resolve("2017-15265.cpp");
        Files.writeString(
                freed,
                """
                #include <cstdlib>
                #include <pthread.h>
                static char *text;
                static void *nothing(void *unused) { return unused; }
                static void *release(void *unused) { free(text); return unused; }
                int main() {
                    pthread_t threads[3];
                    text = (char *) malloc(9);
                    pthread_create(&threads[0], NULL, nothing, NULL);
                    pthread_create(&threads[1], NULL, release, NULL);
                    pthread_create(&threads[2], NULL, nothing, NULL);
                    text[1] = 1;
                    for (pthread_t thread : threads) pthread_join(thread, NULL);
                    return 0;
                }
                """);
        Path results = folder.resolve("results");
        Run run = Heddle.run(
                "bench", "--quick", "--seeds", 1, "--programs", folder.resolve("clone"), "-o", results, "sctbench");
        assertEquals(0, run.exitCode(), run.toString());
        JsonNode section = new ObjectMapper()
                .readTree(results.resolve("bench.json").toFile())
                .at("/sections/0");
        JsonNode rows = section.at("/tables/0/rows");
        assertEquals(3, rows.size(), run.out());
        assertEquals("CS/account", rows.at("/0/0").textValue(), run.out());
        assertTrue(rows.at("/0/1").textValue().matches("[1-9]±0"), run.out());
        assertEquals("1±0", rows.at("/0/4").textValue(), "what is published of RFF");
        assertTrue(rows.at("/1/1").textValue().matches("[1-9]±0"), "a use after free counts from where it is seen");
        assertEquals("1±0", rows.at("/2/1").textValue(), "its argument brings it about in each execution");
        assertTrue(Files.readString(results.resolve("sctbench.svg")).contains(">feedback<"));
        assertTrue(Files.readString(results.resolve("sctbench-peers.svg")).contains(">PERIOD<"));
    }

    @Test
    void sctbenchWithoutItsPrograms_saysWhereTheyAre() throws Exception {
        Path empty = Files.createDirectories(folder.resolve("programs"));
        Heddle.run("bench", "-o", folder, "--programs", empty, "sctbench")
                .assertRefused(2, "none of the programs", "evaluation/CS/account/account_bad.c");
    }

    @Test
    void wrongUsage_isRefused() throws Exception {
        Heddle.run("bench", "-o", folder, "chess").assertRefused(2, "no tables 'chess'", "racehunter");
        Heddle.run("bench", "-o", folder, "--programs", folder.resolve("none"), "rank")
                .assertRefused(2, "there is no folder", "--programs");
    }
}
