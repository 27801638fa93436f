package org.heddle.it.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.heddle.it.testkit.FaultyRuntime;
import org.heddle.it.testkit.HeddleProcess;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the short ways to shadow memory leave out makes no difference: the races of random programs are the same without them. Where one of
 * them is wrong, some program tells.
 */
@Timeout(900)
@Tag("thorough")
final class FastPathTest {
    private static final int PROGRAMS = Integer.getInteger("heddle.race.programs", 4);

    /** Main writes each byte by itself, with the same code: four of them are one cell again. Then a thread writes one of them. */
    private static final String BYTES =
            """
            #include <pthread.h>
            static char bytes[64];
            static void *work(void *unused) {
                bytes[21] = 2;
                return unused;
            }
            int main(void) {
                pthread_t thread;
                pthread_create(&thread, NULL, work, NULL);
                for (int i = 0; i < 64; i++) {
                    bytes[i] = 1;
                }
                pthread_join(thread, NULL);
                return bytes[21] == 3;
            }
            """;

    @TempDir
    private static Path runtime;

    @TempDir
    private Path folder;

    @BeforeAll
    static void buildWithFaults() throws Exception {
        String remembers = "    shadow_fast.near[address / CHUNK_BYTES & shadow_fast.mask] =";
        new FaultyRuntime(runtime)
                .plant("race/shadow/shadow.c", remembers, "ALWAYS_THE_LONG_WAY", "return;")
                .plant("race/race.c", "    shadow_fast.epoch = epoch_now(fiber);", "STALE_EPOCH", "return;")
                .plant("race/race.c", "    struct heddle_cell *first = &near->cells", "LEFT_OUT", "return true;")
                .plant(
                        "race/shadow/shadow.c",
                        "    *cell = *bytes;",
                        "STALE_BYTES",
                        "*bytes = bytes[1] = (struct heddle_cell){0};")
                .plant("race/race.c", "    if (writes && cell->write != epoch) {", "STALE_CELL", "if (writes) return;")
                .build();
    }

    @Test
    void races_areTheSameTheLongWay() throws Exception {
        for (int seed = 0; seed < PROGRAMS; seed++) {
            RandomRacyProgram program = new RandomRacyProgram(seed, false);
            assertEquals(new Interleavings(program).pairs(), found(program, "ALWAYS_THE_LONG_WAY"), "seed " + seed);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"STALE_EPOCH", "LEFT_OUT", "STALE_CELL"})
    void fault_isNoticed(String fault) throws Exception {
        boolean noticed = false;
        for (int seed = 0; seed < PROGRAMS && !noticed; seed++) {
            RandomRacyProgram program = new RandomRacyProgram(seed, false);
            noticed = !new Interleavings(program).pairs().equals(found(program, fault));
        }
        assertTrue(noticed, fault);
    }

    @Test
    void bytesThatAreOneCellAgain_race() throws Exception {
        assertEquals(Set.of("4-11"), found(BYTES, "NO_FAULT"));
        assertEquals(Set.of("4-11"), found(BYTES, "ALWAYS_THE_LONG_WAY"));
        assertEquals(Set.of(), found(BYTES, "STALE_BYTES"));
    }

    private Set<String> found(RandomRacyProgram program, String fault) throws Exception {
        return found(program.source(), fault);
    }

    private Set<String> found(String program, String fault) throws Exception {
        Path file = Files.writeString(folder.resolve("race.c"), program);
        Object[] command = {"check", "--format", "json", "--keep-going", "--bound", "none", file};
        try (HeddleProcess process =
                HeddleProcess.startOn(FaultyRuntime.built(runtime), Map.of(fault, "1"), folder, command)) {
            Run run = process.end();
            Set<String> found = new TreeSet<>();
            run.json().get("findings").forEach(finding -> found.addAll(RaceOracleTest.pairs(finding)));
            return found;
        }
    }
}
