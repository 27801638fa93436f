package org.heddle.server.protocol;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The runtime's vector clocks, which share what they have in common, say what arrays of numbers say. */
final class RuntimeClocksTest {
    private static final int[] FIBERS = {3, 63, 64, 200, 3_000, 16_384};

    @TempDir
    private static Path folder;

    private static RuntimeOracle oracle;

    @BeforeAll
    static void compile() throws Exception {
        oracle = RuntimeOracle.compile(
                folder,
                "clock_oracle.c",
                "race/clocks/clock.c",
                "race/clocks/clock_tree.c",
                "base/invariant.c",
                "race/clocks/race_memory.c");
    }

    @Test
    void clocksAfterRandomSteps_haveTheNumbersOfArrays() throws Exception {
        for (int fibers : FIBERS) {
            for (int seed = 1; seed <= 4; seed++) {
                oracle.ask(Integer.toString(seed), "2000", Integer.toString(fibers));
            }
        }
    }

    @Test
    void nodesThatNoClockHasAnyMore_areUsedAgain() throws Exception {
        long bytes = Long.parseLong(oracle.ask("1", "50000", "3000").strip());
        assertTrue(
                bytes <= 2 << 20, "not " + bytes + " bytes, which all nodes ever made would take several times over");
    }
}
