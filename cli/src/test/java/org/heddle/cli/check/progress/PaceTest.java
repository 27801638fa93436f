package org.heddle.cli.check.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PaceTest {
    private long now = -50; // the clock may begin anywhere
    private final List<Long> told = new ArrayList<>();

    private List<Long> toldUntil(Pace pace, long end, long cost) {
        for (; now < end; now++) {
            pace.tell(() -> {
                told.add(now);
                now += cost;
            });
        }
        return told;
    }

    @Test
    void whatTakesNoTime_isToldOnceAnInterval() {
        assertEquals(List.of(-50L, -40L, -30L), toldUntil(new Pace(10, true, () -> now), -20, 0));
    }

    @Test
    void theFirst_isToldAfterOneInterval_unlessItIsDueAtOnce() {
        assertEquals(List.of(-40L, -30L), toldUntil(new Pace(10, false, () -> now), -20, 0));
    }

    @Test
    void whatTakesLong_isToldForAFiftiethOfTheTime() {
        assertEquals(List.of(-50L, 100L, 250L), toldUntil(new Pace(10, true, () -> now), 300, 3));
    }
}
