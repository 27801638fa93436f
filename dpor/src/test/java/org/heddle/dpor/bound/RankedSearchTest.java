package org.heddle.dpor.bound;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.MemoryOrder;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.testkit.Oracle;
import org.heddle.dpor.testkit.Program;
import org.heddle.dpor.testkit.SimulatedTarget;
import org.junit.jupiter.api.Test;

/** In which order variables are tried. */
final class RankedSearchTest {
    private static Event at(int thread, long site, long object) {
        return new Event(thread, new Operation(OperationKind.WRITE, object, 0, 4, MemoryOrder.SEQ_CST, site), -1, 0, 0);
    }

    @Test
    void iteration_countsTheOtherVariablesOfThePlace_andTheEarliestPlaceDecides() {
        VariableRanks variables = new VariableRanks();
        variables.learn(new Event[] {at(1, 100, 10), at(1, 100, 11), at(1, 100, 10), at(1, 100, 12), at(2, 200, 12)});
        assertEquals(0, variables.iteration(10));
        assertEquals(1, variables.iteration(11));
        assertEquals(0, variables.iteration(12), "the first one at place 200");
        assertTrue(variables.isShared(12));
        assertFalse(variables.isShared(10));
    }

    @Test
    void preemptions_comeBehindVariablesOfEarlyIterationsFirst() {
        Program program = Program.times(2, t -> t.local(r -> r[1] = 5)
                .loopWhile(r -> r[1] > 0, body -> body.write(r -> r[1], r -> 1).local(r -> r[1]--)));
        RankedSearch search = new RankedSearch(new Dependence(), new RankBounds(1, 1, 1), 1);
        SimulatedTarget target = new SimulatedTarget(program, Oracle.MEMORY, 1);
        VariableRanks known = new VariableRanks();
        List<Integer> iterations = new ArrayList<>();
        for (WorkItem item = search.poll(); item != null; item = search.poll()) {
            target.submit(Plan.of(item, Plan.Limits.DEFAULT));
            Execution execution = target.take();
            known.learn(execution.events().toArray(new Event[0]));
            search.explored(item, execution);
            if (!item.prefix().isEmpty()) {
                Event last = execution.events().get(item.prefix().size() - 1);
                iterations.add(known.iteration(last.operation().object()));
            }
        }
        assertFalse(iterations.isEmpty());
        assertEquals(iterations.stream().sorted().toList(), iterations);
        assertTrue(iterations.get(iterations.size() - 1) >= 3, iterations.toString());
    }
}
