package org.heddle.server.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.heddle.server.OperationsHeader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The runtime's vector clocks, which share what they have in common, say what arrays of numbers say. */
final class RuntimeClocksTest {
    private static final Path RUNTIME = Path.of("..", "native-shim").toAbsolutePath();
    private static final int[] FIBERS = {3, 63, 64, 200, 3_000, 16_384};

    @TempDir
    private static Path folder;

    private static File oracle;

    @BeforeAll
    static void compile() throws Exception {
        OperationsHeader.write(folder);
        oracle = folder.resolve("oracle").toFile();
        run(
                "cc",
                "-std=gnu11",
                "-O1",
                "-I" + RUNTIME.resolve("include"),
                "-I" + RUNTIME.resolve("src"),
                "-I" + folder,
                "src/test/c/clock_oracle.c",
                RUNTIME.resolve("src/race/clock.c").toString(),
                RUNTIME.resolve("src/race/clock_tree.c").toString(),
                RUNTIME.resolve("src/race/race_memory.c").toString(),
                "-o",
                oracle.toString());
    }

    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        return said.strip();
    }

    @Test
    void clocksAfterRandomSteps_haveTheNumbersOfArrays() throws Exception {
        for (int fibers : FIBERS) {
            for (int seed = 1; seed <= 4; seed++) {
                run(oracle.toString(), Integer.toString(seed), "2000", Integer.toString(fibers));
            }
        }
    }

    @Test
    void nodesThatNoClockHasAnyMore_areUsedAgain() throws Exception {
        long bytes = Long.parseLong(run(oracle.toString(), "1", "50000", "3000"));
        assertTrue(
                bytes <= 2 << 20, "not " + bytes + " bytes, which all nodes ever made would take several times over");
    }
}
