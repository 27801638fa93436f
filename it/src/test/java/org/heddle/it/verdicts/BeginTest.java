package org.heddle.it.verdicts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes before {@code heddle_begin()} comes in one order, by whichever search; what follows, in all. */
@Timeout(900)
final class BeginTest {
    @TempDir
    private Path folder;

    private Path source;

    /** Two threads take turns as they like before; after, two others do. The order is known where nothing varies it. */
    @BeforeEach
    void write() throws IOException {
        source = Files.writeString(
                folder.resolve("begin.c"),
                """
                #include <heddle.h>
                #include <pthread.h>
                static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
                static volatile long sink;
                static int order, places;
                static void *place(void *number) {
                    for (int i = 0; i < 3; i++) {
                        pthread_mutex_lock(&mutex);
                        order = 2 * order + (number != NULL);
                        places++;
                        pthread_mutex_unlock(&mutex);
                    }
                    return NULL;
                }
                static int run(void) {
                    pthread_t one, other;
                    order = 0;
                    pthread_create(&one, NULL, place, NULL);
                    pthread_create(&other, NULL, place, &other);
                    pthread_join(one, NULL);
                    pthread_join(other, NULL);
                    return order;
                }
                int main(void) {
                    int before = run();
                    for (int i = 0; i < COMPUTES; i++) {
                        sink += i;
                    }
                    heddle_begin();
                    heddle_assert(before == 7);
                #ifdef PLANTED
                    heddle_assert(run() != PLANTED);
                #else
                    run();
                #endif
                    heddle_begin(); // which means nothing any more
                    return places != 12;
                }
                """);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--bound none",
                "--bound preemptions=2",
                "--bound threads=2",
                "--bound none --reduction none",
                "--strategy random -i 200",
                "--strategy pct -i 200",
                "--strategy pos -i 200",
                "--strategy surw -i 200",
                "--strategy feedback -i 200",
                "--strategy delay -i 200",
                "--strategy portfolio -i 300"
            })
    void theSetUpComesInOneOrder(String options) {
        Run run = check(options, "-DCOMPUTES=1");
        JsonNode report = run.json();
        assertEquals(0, report.get("findings").size(), run::toString);
        assertTrue(
                report.get("remarks")
                        .toString()
                        .contains("what comes before heddle_begin() at begin.c:29 was executed in one order alone"),
                run::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--bound none", "--bound none --reduction none", "--strategy random -i 2000"})
    void whatFollowsComesInAllOrders(String options) {
        for (int planted : new int[] {7, 21, 56, 38}) {
            Run run = check(options, "-DCOMPUTES=1", "-DPLANTED=" + planted);
            assertEquals("assertion", run.json().at("/findings/0/kind").textValue(), run::toString);
        }
    }

    @Test
    void theClaim_isOfWhatFollows() {
        JsonNode report = check("--bound none", "-DCOMPUTES=1").json();
        assertEquals(
                "proved: no bug in any interleaving of what follows heddle_begin() (20 executions)",
                report.get("claim").textValue());
    }

    /** Searches and samplers begin there, where it takes long to come to it, and what they find is what they find without. */
    @ParameterizedTest
    @ValueSource(strings = {"--bound none", "--strategy random -i 60", "--strategy pct -i 60", "--strategy surw -i 60"})
    void aLongSetUp_isExecutedOnce(String options) {
        JsonNode report =
                check(options, "-DCOMPUTES=2000000", "--restart", "process").json();
        JsonNode forked =
                check(options, "-DCOMPUTES=2000000", "--restart", "fork").json();
        int setUp = 20; // events of one execution that come before
        long executions = report.at("/executions/total").longValue();
        assertEquals(forked.at("/executions/total").longValue(), executions);
        assertEquals(forked.get("claim"), report.get("claim"));
        assertTrue(
                report.at("/restarts/eventsFromCheckpoints").longValue() > (executions - 12) * setUp / 2,
                report.toString());
    }

    /** The same as a call at the start of the function; a name that nothing has is told. */
    @Test
    void aFunctionThatIsNamed_beginsIt() throws IOException {
        Path phases = Files.writeString(
                folder.resolve("phases.c"),
                """
                #include <pthread.h>
                static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
                static void *lock(void *unused) {
                    pthread_mutex_lock(&mutex);
                    pthread_mutex_unlock(&mutex);
                    return unused;
                }
                static void run(void) {
                    pthread_t one, other;
                    pthread_create(&one, NULL, lock, NULL);
                    pthread_create(&other, NULL, lock, NULL);
                    pthread_join(one, NULL);
                    pthread_join(other, NULL);
                }
                static void served(void) {
                    run();
                }
                int main(void) {
                    run();
                    served();
                    return 0;
                }
                """);
        List<String> plain = List.of("--bound", "none", "--coarser", "none");
        assertEquals(4, executions(phases, plain));
        JsonNode begun = Heddle.check(folder, "--begin", "served", "--bound", "none", "--coarser", "none", phases)
                .json();
        assertEquals(2, begun.at("/executions/total").intValue(), begun.toString());
        assertTrue(begun.get("remarks").toString().contains("phases.c:16 was executed in one order"), begun.toString());
        JsonNode unknown = Heddle.check(folder, "--begin", "serves", "--bound", "none", "--coarser", "none", phases)
                .json();
        assertEquals(4, unknown.at("/executions/total").intValue(), unknown.toString());
        assertTrue(
                unknown.get("remarks").toString().contains("no execution came to a call of serves"),
                unknown.toString());
    }

    @Test
    void aFunctionOfABuiltProgram_isRefused_withWhatToDo() throws IOException {
        Run run = Heddle.run("check", "--begin", "main", Path.of("/bin/true"));
        assertEquals(2, run.exitCode(), run::toString);
        assertTrue(run.err().contains("build it with 'heddle cc -fheddle-begin=main'"), run::toString);
    }

    private int executions(Path program, List<String> options) {
        List<Object> all = new ArrayList<>(options);
        all.add(program);
        return Heddle.check(folder, all.toArray())
                .json()
                .at("/executions/total")
                .intValue();
    }

    @Test
    void withinAnAtomicSection_isRefusedWithItsLine() throws IOException {
        Path wrong = Files.writeString(
                folder.resolve("wrong.c"),
                """
                #include <heddle.h>
                int main(void) {
                    heddle_atomic_begin();
                    heddle_begin();
                    heddle_atomic_end();
                }
                """);
        Run run = Heddle.run("check", wrong);
        assertEquals(2, run.exitCode(), run::toString);
        assertTrue(run.err().contains("heddle_begin() within an atomic section at wrong.c:4"), run::toString);
    }

    private Run check(String options, String... others) {
        List<Object> all = new ArrayList<>();
        if (!options.isEmpty()) {
            all.addAll(List.of(options.split(" ")));
        }
        all.addAll(List.of(others));
        all.add(source);
        return Heddle.check(folder, all.toArray());
    }
}
