package org.heddle.cli.report.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an execution costs, in words. */
final class CostTest {
    @ParameterizedTest
    @CsvSource({"8.04, 8.0 µs", "999.4, 999 µs", "1000, 1.0 ms", "371000, 371 ms", "2340000, 2.3 s", "0, 0.0 µs"})
    void times_haveTheLargestUnitOfWhichThereIsOne(double micros, String words) {
        assertEquals(words, Cost.time(micros));
    }

    @Test
    void whatIsNotThereIsNotTold() {
        Cost cost = new Cost(100, 9, 0, new Cost.Micros(8, 0, 9, 4), 0.9, 2, List.of());
        assertEquals(
                "on average an execution has 9 operations, and takes 8.0 µs in the program, 9.0 µs around it and 4.0 µs of"
                        + " analysis",
                cost.text());
        assertEquals(
                cost.text() + "; do this; do that",
                cost.with(List.of("do this", "do that")).text());
    }
}
