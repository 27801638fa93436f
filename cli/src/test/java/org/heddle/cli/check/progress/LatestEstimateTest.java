package org.heddle.cli.check.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.heddle.dpor.estimate.Estimate;
import org.junit.jupiter.api.Test;

final class LatestEstimateTest {
    private long now = -50; // the clock may begin anywhere
    private int made;
    private int cost;
    private Estimate estimate = new Estimate(10, 20, 30);

    private final LatestEstimate latest = new LatestEstimate(
            () -> {
                made++;
                now += cost;
                return estimate;
            },
            () -> now);

    @Test
    void anEstimateThatTakesNoTime_isMadeEachTime() {
        latest.after(1);
        estimate = new Estimate(11, 21, 31);
        assertEquals(estimate, latest.after(1));
        assertEquals(2, made);
    }

    @Test
    void anEstimateThatTakesLong_isMadeForAFiftiethOfTheTime() {
        cost = 3;
        for (; now < 450; now++) {
            latest.after(1);
        }
        assertEquals(4, made); // at -50, 100, 250, 400
    }

    @Test
    void whatWasEstimatedBefore_isAtLeastWhatWasRun() {
        assertEquals(new Estimate(15, 20, 30), latest.after(15));
        assertEquals(new Estimate(40, 40, 40), latest.after(40));
        estimate = Estimate.UNKNOWN;
        assertFalse(latest.after(40).isKnown());
    }
}
