package org.heddle.it.verdicts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.heddle.it.testkit.Compiled;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is claimed of C11, and which access is named where nothing is. */
@Timeout(900)
final class WeakMemoryTest {
    /** Of a program in which something may be stale, and all that comes of it is executed. */
    private static final String EXECUTED = "executed:";

    private static final String HOLDS = "so this holds for C11 as well";

    @TempDir
    private Path folder;

    static Stream<Expectation> examples() throws IOException {
        try (Stream<Path> files = Files.list(Expectation.example("weak-memory"))) {
            return files
                    .filter(Files::isRegularFile)
                    .sorted()
                    .flatMap(Expectation::in)
                    .filter(expectation -> expectation.c11().isPresent())
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void example_isClaimedOfC11_orNamesTheAccessThatMayBeStale(Expectation expectation) {
        Run run = Heddle.check(folder, Compiled.instead(expectation.command()));
        JsonNode report = run.json();
        JsonNode model = report.get("model");
        String wanted = expectation.c11().orElseThrow();
        assertEquals(wanted.matches("yes|" + EXECUTED + ".*"), model.get("c11").booleanValue(), run::toString);
        List<String> named = new ArrayList<>();
        for (JsonNode outcome : model.get("allowed")) {
            String object = outcome.get("object").textValue().replaceAll("[^\\w].*", "");
            named.add(outcome.at("/access/function").textValue() + ":" + object);
        }
        boolean isExecuted = wanted.startsWith(EXECUTED);
        if (wanted.equals("yes")) {
            assertEquals(List.of(), named, run::toString);
        } else {
            assertTrue(named.contains(wanted.replace(EXECUTED, "")), () -> named + " " + run);
            assertTrue(!isExecuted || model.get("weaker").textValue().equals("all"), run::toString);
            assertEquals(isExecuted, report.get("claim").textValue().contains(HOLDS), run::toString);
        }
    }

    @Test
    void withoutTheMonitor_nothingIsClaimedOfC11() throws IOException {
        Expectation fixed = examples()
                .filter(expectation -> expectation.file().endsWith("message-passing.c")
                        && expectation.c11().orElseThrow().equals("yes"))
                .findFirst()
                .orElseThrow();
        String with = Heddle.check(folder, Compiled.instead(fixed.command())).out();
        assertTrue(with.contains(HOLDS), with);
        List<Object> command = new ArrayList<>(List.of("--model=sc"));
        command.addAll(List.of(fixed.command()));
        String without =
                Heddle.check(folder, Compiled.instead(command.toArray())).out();
        assertFalse(without.contains(HOLDS), without);
        assertTrue(without.contains("sequentially consistent executions only"), without);
    }

    /** In C11 the two pipes order nothing between the threads, so {@code second} may be 0 where {@code first} is 1. */
    @Test
    void descriptorsTakenForOneObject_areNoReasonForAClaim() throws IOException {
        Path source = Files.writeString(
                folder.resolve("pipes.c"),
                """
                #include <pthread.h>
                #include <stdatomic.h>
                #include <unistd.h>
                static int one[2], other[2];
                static atomic_int x, y;
                static void *stores(void *unused) {
                    char byte = 0;
                    atomic_store_explicit(&x, 1, memory_order_relaxed);
                    (void)!write(one[1], &byte, 1);
                    atomic_store_explicit(&y, 1, memory_order_relaxed);
                    return unused;
                }
                int main(void) {
                    char byte = 0;
                    pthread_t thread;
                    if (pipe(one) != 0 || pipe(other) != 0 || write(other[1], &byte, 1) != 1) return 1;
                    pthread_create(&thread, NULL, stores, NULL);
                    int first = atomic_load_explicit(&y, memory_order_relaxed);
                    (void)!read(other[0], &byte, 1);
                    int second = atomic_load_explicit(&x, memory_order_relaxed);
                    pthread_join(thread, NULL);
                    return first + second < 0;
                }
                """);
        Run run = Heddle.check(folder, source);
        JsonNode model = run.json().get("model");
        assertFalse(model.get("c11").booleanValue(), run::toString);
        assertTrue(model.get("why").toString().contains("descriptors and signals"), run::toString);
    }

    @Test
    void stepsOfStoreBuffers_areToldInWords() {
        Run run = Heddle.run("check", "--model=tso", Expectation.example("weak-memory/store-buffering.c"));
        assertEquals(1, run.exitCode(), run.toString());
        assertTrue(run.out().contains("buffer a store to flags[]"), run.out());
        assertTrue(run.out().contains("T1.1 (store buffer): next: take the next store"), run.out());
    }

    @Test
    void aLoadThatItsOwnBufferForwardsInPart_acquiresTheRest() throws IOException {
        Path source = folder.resolve("part.c");
        Files.writeString(
                source,
                """
                #include <pthread.h>
                #include <stdint.h>

                static union { uint64_t all; uint8_t each[8]; } flags;
                static int data;

                static void *send(void *unused) {
                    data = 1;
                    __atomic_store_n(&flags.each[1], 1, __ATOMIC_RELEASE);
                    return unused;
                }

                int main(void) {
                    pthread_t thread;
                    pthread_create(&thread, NULL, send, NULL);
                    __atomic_store_n(&flags.each[0], 1, __ATOMIC_RELAXED);
                    uint64_t all = __atomic_load_n(&flags.all, __ATOMIC_ACQUIRE);
                    int seen = all >> 8 != 0 ? data : 1;
                    pthread_join(thread, NULL);
                    return seen != 1;
                }
                """);
        Run run = Heddle.check(folder, "--model=tso", source);
        assertEquals(0, run.exitCode(), run::toString);
        assertTrue(run.json().get("claim").textValue().startsWith("proved under x86-TSO: "), run::toString);
    }

    @Test
    void everyExecutionOfRc11_isAProofOfIt() {
        Path source = Expectation.example("weak-memory/two-writes.c");
        JsonNode report = Heddle.check(folder, "--model=rc11", "-DMAY", source).json();
        assertTrue(report.get("claim").textValue().startsWith("proved under RC11: "), report::toString);
        assertTrue(report.at("/model/c11").booleanValue(), report::toString);
        assertEquals("all", report.at("/model/weaker").textValue());
        assertTrue(report.at("/model/allowed").size() > 0, report::toString);
    }

    @Test
    void aStoreInTheMiddleOfTheModificationOrder_isReplayed_andToldInWords() throws IOException {
        Run run = Heddle.check(folder, "--model=rc11", "-DADD", Expectation.example("weak-memory/two-writes.c"));
        assertEquals(1, run.exitCode(), run::toString);
        Path schedule = Path.of(run.json().at("/findings/0/schedule").textValue());
        Run replay = Heddle.run("replay", folder.resolve(schedule));
        assertEquals(1, replay.exitCode(), replay::toString);
        assertTrue(replay.out().contains("(before a newer one)"), replay.out());
    }

    /** Conditions are looked at in the newest values alone. */
    @Test
    void whatWeakerExecutionsAloneComeTo_isNamed_andNothingIsClaimedOfC11() throws IOException {
        Path source = Files.writeString(
                folder.resolve("claims.c"),
                """
                #include <heddle.h>
                #include <pthread.h>
                #include <stdatomic.h>
                static atomic_int x, y;
                HEDDLE_NEVER(x == 2 && y == 2);
                static void *stores_x(void *unused) {
                    atomic_store_explicit(&x, 1, memory_order_relaxed);
                    (void)atomic_load_explicit(&y, memory_order_relaxed);
                    return unused;
                }
                int main(void) {
                    pthread_t thread;
                    pthread_create(&thread, NULL, stores_x, NULL);
                    atomic_store_explicit(&y, 1, memory_order_relaxed);
                    (void)atomic_load_explicit(&x, memory_order_relaxed);
                    return pthread_join(thread, NULL);
                }
                """);
        JsonNode report = Heddle.check(folder, source).json();
        assertTrue(report.get("claim").textValue().startsWith("proved: "), report::toString);
        assertFalse(report.get("claim").textValue().contains(HOLDS), report::toString);
        assertEquals("some", report.at("/model/weaker").textValue());
        assertTrue(report.at("/model/why/0").textValue().contains("weaker memory model"), report::toString);
    }

    @Test
    void whatComesBeforeTheBegin_findsTheNewestValues() throws IOException {
        Path source = Files.writeString(
                folder.resolve("begin.c"),
                """
                #include <heddle.h>
                #include <pthread.h>
                #include <stdatomic.h>
                static atomic_int x, y, z;
                static void *before(void *unused) {
                    atomic_store_explicit(&x, 1, memory_order_relaxed);
                    (void)atomic_load_explicit(&y, memory_order_relaxed);
                    return unused;
                }
                static void *behind(void *unused) {
                    atomic_store_explicit(&z, 1, memory_order_relaxed);
                    return unused;
                }
                int main(void) {
                    pthread_t thread;
                    pthread_create(&thread, NULL, before, NULL);
                    atomic_store_explicit(&y, 1, memory_order_relaxed);
                    (void)atomic_load_explicit(&x, memory_order_relaxed);
                    pthread_join(thread, NULL);
                    heddle_begin();
                    pthread_create(&thread, NULL, behind, NULL);
                    (void)atomic_load_explicit(&z, memory_order_relaxed);
                    return pthread_join(thread, NULL);
                }
                """);
        JsonNode report = Heddle.check(folder, "--model=rc11", source).json();
        assertEquals(2, report.at("/executions/total").intValue(), report::toString);
    }

    /** A fence in all threads, so both cannot find 0. */
    @Test
    void membarrier_isNothingOfC11_soNothingIsDrawn() throws IOException {
        Path source = Files.writeString(
                folder.resolve("membarrier.c"),
                """
                #include <assert.h>
                #include <linux/membarrier.h>
                #include <pthread.h>
                #include <stdatomic.h>
                #include <sys/syscall.h>
                #include <unistd.h>
                static atomic_int x, y, found;
                static void *stores_x(void *unused) {
                    atomic_store_explicit(&x, 1, memory_order_relaxed);
                    atomic_signal_fence(memory_order_seq_cst);
                    found = atomic_load_explicit(&y, memory_order_relaxed);
                    return unused;
                }
                int main(void) {
                    syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0);
                    pthread_t thread;
                    pthread_create(&thread, NULL, stores_x, NULL);
                    atomic_store_explicit(&y, 1, memory_order_relaxed);
                    syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
                    int other = atomic_load_explicit(&x, memory_order_relaxed);
                    pthread_join(thread, NULL);
                    assert(found || other);
                    return 0;
                }
                """);
        JsonNode report = Heddle.check(folder, source).json();
        assertEquals("clean", report.get("verdict").textValue(), report::toString);
        assertFalse(report.at("/model/c11").booleanValue(), report::toString);
        assertEquals(
                0,
                report.at("/model/drawn").intValue()
                        + report.at("/model/behind").intValue());
    }

    @Test
    void aThreadThatHasWaitedForALock_findsWhatItHasWaitedFor() {
        Run run = Heddle.check(folder, "--model=rc11", "-DFIXED", Expectation.example("weak-memory/spin-lock.c"));
        assertEquals(4, run.json().at("/executions/total").intValue(), run::toString);
        assertTrue(run.json().get("claim").textValue().startsWith("proved under RC11: "), run::toString);
    }

    @Test
    void whatDoesNotExploreEverything_doesNotGoWithRc11() {
        for (String option : List.of("--bound=preemptions=1", "--reduction=source", "--strategy=pos", "--self-check")) {
            Run run = Heddle.run("check", "--model=rc11", option, Expectation.example("weak-memory/two-writes.c"));
            assertEquals(2, run.exitCode(), run::toString);
            assertTrue(run.err().contains("--model rc11 explores everything"), run.err());
        }
    }
}
