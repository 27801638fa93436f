package org.heddle.dpor.optimal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.heddle.dpor.estimate.Estimate;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.testkit.Code;
import org.heddle.dpor.testkit.Program;
import org.heddle.dpor.testkit.RandomProgram;
import org.heddle.dpor.testkit.SimulatedTarget;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The estimated size of trees whose size is known: programs of the literature, and random ones of at least 50 classes. */
@Tag("thorough")
final class TreeEstimateTest {
    private static final int MEMORY = 2048;
    private static final int MOST = 20_000;
    private static final int LEAST = 50;
    private static final int PROGRAMS =
            Math.max(100, Integer.getInteger("heddle.soak", 100)); // fewer tell too little of a share

    private int asked;
    private int within;
    private int trees;
    private int withinTwoAtHalf;
    private int withinAtTenth;

    /** The estimate after each execution; empty if there are too many. */
    private static List<Estimate> estimates(Program program) {
        OptimalDpor dpor = new OptimalDpor();
        SimulatedTarget target = new SimulatedTarget(program, MEMORY, 1).withoutRecording();
        List<Estimate> estimates = new ArrayList<>();
        for (WorkItem item = dpor.poll(); item != null; item = dpor.poll()) {
            target.submit(new Plan(item.prefix(), item.sleep(), Plan.Limits.DEFAULT, false));
            dpor.explored(item, target.take());
            estimates.add(dpor.estimate());
            if (estimates.size() > MOST) {
                return List.of();
            }
        }
        return estimates;
    }

    private void measure(Program program) {
        List<Estimate> all = estimates(program);
        int size = all.size();
        if (size < LEAST) {
            return;
        }
        trees++;
        for (int percent = 10; percent < 100; percent += 5) {
            Estimate estimate = all.get(percent * size / 100);
            boolean holds = estimate.low() <= size && size <= estimate.high();
            asked++;
            within += holds ? 1 : 0;
            withinAtTenth += holds && percent == 10 ? 1 : 0;
            boolean half = percent == 50 && estimate.middle() >= size / 2.0 && estimate.middle() <= size * 2.0;
            withinTwoAtHalf += half ? 1 : 0;
        }
        assertEquals(size, all.get(size - 1).low());
        assertEquals(size, all.get(size - 1).high());
    }

    private static Program readers(int n) {
        List<Code> all = new ArrayList<>(List.of(new Code().write(0, 1)));
        for (int k = 1; k <= n; k++) {
            all.add(new Code().read(k).read(0));
        }
        return new Program(all, Program.Style.BARE);
    }

    private static Program lastzero(int n) {
        List<Code> all = new ArrayList<>();
        Code search = new Code().local(r -> r[1] = n).read(r -> r[1]);
        search.loopWhile(r -> r[0] != 0, body -> body.local(r -> r[1]--).read(r -> r[1]));
        all.add(search);
        for (int j = 1; j <= n; j++) {
            int own = j;
            all.add(new Code().read(own - 1).local(r -> r[1] = r[0] + 1).write(r -> own, r -> r[1]));
        }
        return new Program(all, Program.Style.BARE);
    }

    private static Program racyCounter(int rounds) {
        return Program.times(2, t -> {
            for (int k = 0; k < rounds; k++) {
                t.read(0).local(r -> r[1] = r[0] + 1).write(r -> 0, r -> r[1]);
            }
        });
    }

    @Test
    void interval_holdsTheTruthInNineOfTenCases_andTheMiddleIsCloseAtHalf() {
        for (int n = 5; n <= 6; n++) {
            measure(Program.times(n, t -> t.add(0, 1)));
        }
        measure(Program.times(4, t -> t.add(0, 1).add(1, 1)));
        measure(Program.times(4, t -> t.lock(100).unlock(100).lock(101).unlock(101)));
        for (int n = 6; n <= 10; n += 2) {
            measure(readers(n));
            measure(lastzero(n));
        }
        for (int rounds = 3; rounds <= 4; rounds++) {
            measure(racyCounter(rounds));
        }
        for (long seed = Long.getLong("heddle.seed", 1); trees < PROGRAMS; seed++) {
            measure(RandomProgram.of(seed).compile());
        }
        System.out.printf(
                "%d trees: interval holds in %d of %d cases (%d at a tenth), middle within a factor of two at half: %d%n",
                trees, within, asked, withinAtTenth, withinTwoAtHalf);
        assertTrue(within >= 0.9 * asked, within + " of " + asked);
        assertTrue(withinAtTenth >= 0.9 * trees, withinAtTenth + " of " + trees);
        assertTrue(withinTwoAtHalf >= 0.9 * trees, withinTwoAtHalf + " of " + trees);
    }
}
