package org.heddle.cli.check.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Optional;
import org.heddle.server.launch.Jobs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LimitsTest {
    private static final long START = 1_000_000_000L;

    @ParameterizedTest
    @ValueSource(longs = {100, 1_000, 5_000, 20_000, 30_000, 60_000, 3_600_000})
    void describing_leavesThreeQuartersOfWhatACheckMayBeLate(long millis) {
        Limits limits = limits(Optional.of(Duration.ofMillis(millis)));
        long mayBeLate = Math.max(1_000, millis / 20) * 1_000_000;
        long late = limits.latest(START) - limits.deadline(START);
        assertTrue(0 < late && late <= mayBeLate / 4, late + " ns of " + mayBeLate);
    }

    @ParameterizedTest
    @ValueSource(longs = {100, 1_000, 5_000, 20_000, 30_000, 60_000, 3_600_000})
    void describing_hasATwentiethOfTheLimitOrASecond_andWritingEveryFormAsMuch(long millis) {
        Limits limits = limits(Optional.of(Duration.ofMillis(millis)));
        assertEquals(
                Math.min(millis * 1_000_000 / 20, 1_000_000_000L),
                limits.deadline(START) - limits.describing(START, false));
        assertEquals(
                Math.min(millis * 1_000_000 / 10, 2_000_000_000L),
                limits.deadline(START) - limits.describing(START, true));
    }

    @Test
    void executionWithoutProgress_endsBeforeTheCheck() {
        assertEquals(9_000, progressMillis(Optional.of(Duration.ofSeconds(10))));
        assertEquals(10_000, progressMillis(Optional.of(Duration.ofSeconds(60))));
        assertEquals(10_000, progressMillis(Optional.empty()));
        assertEquals(500, progressMillis(Optional.of(Duration.ofMillis(100))), "what a start takes");
    }

    private static int progressMillis(Optional<Duration> timeout) {
        return limits(timeout).ofEachExecution().progressMillis();
    }

    @Test
    void withoutATimeLimit_nothingIsLate() {
        Limits limits = limits(Optional.empty());
        assertEquals(Long.MAX_VALUE, limits.deadline(START));
        assertEquals(Long.MAX_VALUE, limits.describing(START, true));
        assertEquals(Long.MAX_VALUE, limits.latest(START));
    }

    private static Limits limits(Optional<Duration> timeout) {
        return new Limits(timeout, Long.MAX_VALUE, Jobs.exactly(1), true, 1_000, 1L << 30, Duration.ofSeconds(10));
    }
}
