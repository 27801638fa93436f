package org.heddle.it.verdicts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heddle.cli.base.ExitCodes;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loads that find older values: what is drawn, reported and replayed of it. */
@Timeout(900)
final class OlderValuesTest {
    private static final String STORE_BUFFERING =
            """
            #include <assert.h>
            #include <pthread.h>
            #include <stdatomic.h>
            #include <stdbool.h>
            #include <stdint.h>
            static _Atomic(TYPE) flags[2];
            static bool missed[2];
            static int numbers[2] = {0, 1};
            static bool load(_Atomic(TYPE) *flag) {
                return atomic_load_explicit(flag, memory_order_acquire) == 0;
            }
            static bool strong(_Atomic(TYPE) *flag) {
                TYPE expected = 1;
                return !atomic_compare_exchange_strong_explicit(
                           flag, &expected, 2, memory_order_relaxed, memory_order_relaxed) && expected == 0;
            }
            static bool weak(_Atomic(TYPE) *flag) {
                TYPE expected = 1;
                return !atomic_compare_exchange_weak_explicit(
                           flag, &expected, 2, memory_order_relaxed, memory_order_relaxed) && expected == 0;
            }
            static void *meet(void *number) {
                int me = *(int *)number;
                atomic_store_explicit(&flags[me], 1, memory_order_release);
                missed[me] = FIND(&flags[1 - me]);
                return NULL;
            }
            int main(void) {
                (void)load, (void)strong, (void)weak;
                pthread_t threads[2];
                for (int i = 0; i < 2; i++) {
                    pthread_create(&threads[i], NULL, meet, &numbers[i]);
                }
                for (int i = 0; i < 2; i++) {
                    pthread_join(threads[i], NULL);
                }
                assert(!missed[0] || !missed[1]);
                return 0;
            }
            """;

    /** Who finds an older stage comes after what was written before that was stored. */
    private static final String STAGES =
            """
            #include <assert.h>
            #include <pthread.h>
            #include <stdatomic.h>
            #include <stddef.h>
            static atomic_int stage, met[2];
            static int first, second;
            static void *write_both(void *unused) {
                first = 1;
                atomic_store_explicit(&stage, 1, RELEASE_FIRST);
                second = 1;
                atomic_store_explicit(&stage, 2, memory_order_release);
                atomic_store_explicit(&met[0], 1, memory_order_relaxed);
                return unused;
            }
            static void *read_one(void *unused) {
                if (atomic_load_explicit(&met[0], memory_order_relaxed)) {
                    int found = atomic_load_explicit(&stage, memory_order_acquire);
                    if (found >= 1) {
                        assert(first == 1);
                    }
                    if (found == 2) {
                        assert(second == 1);
                    }
                }
                return unused;
            }
            int main(void) {
                pthread_t threads[2];
                pthread_create(&threads[0], NULL, write_both, NULL);
                pthread_create(&threads[1], NULL, read_one, NULL);
                for (int i = 0; i < 2; i++) {
                    pthread_join(threads[i], NULL);
                }
                return 0;
            }
            """;

    @TempDir
    private Path folder;

    private Run check(String source, String... options) throws IOException {
        Files.writeString(folder.resolve("t.c"), source);
        List<Object> all = new ArrayList<>(List.of(options));
        all.add(folder.resolve("t.c"));
        return Heddle.check(folder, all.toArray());
    }

    private Path schedule(Run run) {
        return Path.of(run.json().at("/findings/0/schedule").textValue());
    }

    private static void assertNeedsAnOlderValue(Run run) {
        assertEquals(ExitCodes.FINDING, run.exitCode(), run::toString);
        JsonNode report = run.json();
        assertEquals(1, report.get("findings").size(), run::toString);
        String message = report.at("/findings/0/message").textValue();
        assertTrue(message.contains("an older value, as C11 permits: "), message);
        String claim = report.get("claim").textValue();
        assertTrue(claim.contains("where loads find older values, as C11 allows; no bug in any interleaving"), claim);
    }

    @ParameterizedTest
    @ValueSource(strings = {"uint8_t", "int16_t", "uint32_t", "int64_t", "double", "bool"})
    void loadsOfAllSizes_findOlderValues_andReplayFindsThemAgain(String type) throws IOException {
        Run run = check(STORE_BUFFERING, "-DTYPE=" + type, "-DFIND=load");
        assertNeedsAnOlderValue(run);
        Run replay = Heddle.run("replay", schedule(run));
        assertEquals(ExitCodes.FINDING, replay.exitCode(), replay::toString);
        assertTrue(replay.out().contains("The same happened again"), replay::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"strong", "weak"})
    void compareAndSwapsThatFail_findOlderValues(String kind) throws IOException {
        Run run = check(STORE_BUFFERING, "-DTYPE=int", "-DFIND=" + kind);
        assertNeedsAnOlderValue(run);
        assertEquals(ExitCodes.FINDING, Heddle.run("replay", schedule(run)).exitCode());
    }

    @Test
    void withoutTheMonitor_noneIsDrawn() throws IOException {
        Run run = check(STORE_BUFFERING, "-DTYPE=int", "-DFIND=load", "--model=sc");
        assertEquals(ExitCodes.CLEAN, run.exitCode(), run::toString);
        assertEquals(0, run.json().at("/model/drawn").intValue());
    }

    @Test
    void whereNothingIsFound_theProofOfInterleavingsStays() throws IOException {
        Run run = check(STORE_BUFFERING.replace("assert(!missed[0] || !missed[1])", ""), "-DTYPE=int", "-DFIND=load");
        assertEquals(ExitCodes.CLEAN, run.exitCode(), run::toString);
        assertTrue(run.json().get("complete").booleanValue(), run::toString);
        assertEquals(3, run.json().at("/executions/total").intValue(), run::toString);
        assertEquals(4, run.json().at("/model/behind").intValue(), run::toString);
        assertEquals(0, run.json().at("/model/drawn").intValue(), run::toString);
    }

    @Test
    void aScheduleThatOverlooksMoreStoresThanThereAre_diverges() throws IOException {
        Path schedule = schedule(check(STORE_BUFFERING, "-DTYPE=int", "-DFIND=load"));
        String text = Files.readString(schedule);
        String more = text.replaceAll("step (\\d+) 1 ATOMIC_LOAD", "step $1 9 ATOMIC_LOAD");
        assertTrue(!more.equals(text), text);
        Files.writeString(schedule, more);
        Run replay = Heddle.run("replay", schedule);
        assertEquals(ExitCodes.DIVERGED, replay.exitCode(), replay::toString);
        assertTrue(replay.err().contains("ATOMIC_LOAD"), replay::toString);
    }

    @Test
    void aProgramThatHasBeenRepaired_doesNotShowItAgain() throws IOException {
        Path schedule = schedule(check(STORE_BUFFERING, "-DTYPE=int", "-DFIND=load"));
        Files.writeString(
                folder.resolve("t.c"),
                STORE_BUFFERING
                        .replace("memory_order_release", "memory_order_seq_cst")
                        .replace("memory_order_acquire", "memory_order_seq_cst"));
        Run replay = Heddle.run("replay", schedule);
        assertEquals(ExitCodes.CLEAN, replay.exitCode(), replay::toString);
        assertTrue(replay.out().contains("It cannot happen any more"), replay::toString);
    }

    @Test
    void whoFindsAnOlderValue_synchronisesWithItsStore() throws IOException {
        Run right = check(STAGES, "-DRELEASE_FIRST=memory_order_release");
        assertEquals(ExitCodes.CLEAN, right.exitCode(), right::toString);
        assertEquals(4, right.json().at("/model/behind").intValue(), right::toString);
    }

    @Test
    void whoFindsAnOlderValue_synchronisesWithNoNewerStore() throws IOException {
        Run race = check(STAGES, "-DRELEASE_FIRST=memory_order_relaxed");
        assertNeedsAnOlderValue(race);
        assertEquals(ExitCodes.FINDING, race.exitCode(), race::toString);
        assertEquals("data-race", race.json().at("/findings/0/kind").textValue(), race::toString);
    }
}
