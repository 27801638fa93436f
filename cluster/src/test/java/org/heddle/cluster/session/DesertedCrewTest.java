package org.heddle.cluster.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.heddle.dpor.explore.Lookahead;
import org.heddle.dpor.explore.Plan;
import org.heddle.dpor.model.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A check that all workers have left comes to an end, and says so. */
@Timeout(30)
final class DesertedCrewTest {
    @Test
    void withoutWorkers_plansAreLostOnceThePatienceIsOver() throws Exception {
        AtomicLong time = new AtomicLong();
        Crew crew = new Crew(Lookahead.of(2), null, new Crew.Patience(10, 10), () -> time.getAndAdd(6));
        Plan plan = new Plan(List.of(), List.of(), Plan.Limits.DEFAULT, false);
        crew.submit(plan);
        crew.submit(plan);
        assertEquals(Outcome.LOST, crew.take().outcome());
        assertEquals(Outcome.LOST, crew.take().outcome());
        assertTrue(
                crew.remarks().stream().anyMatch(remark -> remark.startsWith("no worker was left")),
                crew.remarks().toString());
    }
}
