package org.heddle.cluster.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.heddle.cluster.lease.Leases;
import org.heddle.dpor.explore.plan.Lookahead;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A check that all workers have left comes to an end, and says so. */
@Timeout(900)
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

    /** Where there is no room for an answer, what was answered before is taken, and the exploration ends there. */
    @Test
    void withoutRoomForAnAnswer_memoryHasRunOut_behindWhatWasAnsweredBefore() throws Exception {
        Crew crew = new Crew(Lookahead.of(2), null, Crew.Patience.DEFAULT, System::nanoTime);
        List<Leases.Lease> lent = new ArrayList<>();
        int number = crew.join(
                new SilentLink() {
                    @Override
                    public void send(Leases.Lease lease) {
                        lent.add(lease);
                    }
                },
                2);
        Plan plan = new Plan(List.of(), List.of(), Plan.Limits.DEFAULT, false);
        crew.submit(plan);
        crew.submit(plan);
        assertEquals(2, lent.size());
        Execution answer =
                Execution.of(Execution.Course.UNKNOWN, Execution.End.of(Outcome.EXITED), Execution.Seen.NOTHING);
        crew.answer(number, 0, lent.get(0).number(), answer);
        crew.full();
        assertSame(answer, crew.take());
        boolean isOver = false;
        try { // JUnit lets this error end everything
            crew.take();
        } catch (OutOfMemoryError full) {
            isOver = true;
        }
        assertTrue(isOver);
    }
}
