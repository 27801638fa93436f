package org.heddle.it.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.LongStream;
import org.heddle.it.testkit.Heddle;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs that poll, tick and retry: the deadlock that is planted beneath is found in few executions, and the mended program, which is
 * the same but for it, has no finding.
 */
@Tag("thorough")
@Tag("slow")
final class BeneathTimeTest {
    private static final long FIRST = Long.getLong("heddle.ticking.seed", 0);
    private static final int PROGRAMS = Integer.getInteger("heddle.ticking.programs", 6);

    /** Threads that look at a flag which nobody sets any more spin for good, and so a livelock is told where all wait. */
    private static final Set<String> WAITS_FOR_GOOD = Set.of("deadlock", "lost-wakeup", "livelock");

    @TempDir
    private Path folder;

    static LongStream seeds() {
        return LongStream.range(FIRST, FIRST + PROGRAMS);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void plantedDeadlock_isFound_andItsMendedTwinHasNone(long seed) throws Exception {
        TickingProgram program = TickingProgram.of(seed);
        Path source = Files.writeString(folder.resolve("ticking.c"), program.source());
        JsonNode planted = Heddle.check(folder, "-i", 300, source).json();
        String found = planted.at("/findings/0/kind").asText();
        assertTrue(WAITS_FOR_GOOD.contains(found), () -> program + "\n" + planted);
        JsonNode mended = Heddle.check(folder, "-i", 100, "-DMENDED", source).json();
        assertEquals(0, mended.get("findings").size(), () -> program + "\n" + mended);
    }
}
