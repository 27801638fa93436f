package org.heddle.dpor.optimal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.LongFunction;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.frontier.SearchDecorator;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.explore.plan.WrappedItem;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Relation;
import org.heddle.dpor.model.execution.Divergence;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.testkit.Oracle;
import org.heddle.dpor.testkit.Program;
import org.heddle.dpor.testkit.RandomProgram;
import org.heddle.dpor.testkit.SimulatedTarget;
import org.junit.jupiter.api.Test;

/** An optimal exploration passes its self-check; one that leaves something out, or does something twice, does not. */
final class SelfCheckTest {
    private static final int PROGRAMS = 40;
    private static final int MOST_EXECUTIONS = 400;
    private static final Program PROGRAM = Program.bare(
            t -> t.write(0, 1).read(1),
            t -> t.write(1, 1).read(0),
            t -> t.lock(100).unlock(100),
            t -> t.lock(100).unlock(100));

    @Test
    void randomPrograms_pass() {
        for (LongFunction<RandomProgram> programs : List.<LongFunction<RandomProgram>>of(
                RandomProgram::of, RandomProgram::spinning, RandomProgram::interrupting, RandomProgram::withTimers)) {
            pass(programs, 1, 1);
        }
        pass(RandomProgram::withSections, 2, 2);
    }

    private static void pass(LongFunction<RandomProgram> programs, long first, int step) {
        int complete = 0;
        long reversals = 0;
        for (long seed = first; complete < PROGRAMS; seed += step) {
            RandomProgram program = programs.apply(seed);
            Dependence dependence = new Dependence(Relation.PLAIN.cautious(RandomProgram.isCrowded(seed)));
            SelfCheck check = new SelfCheck();
            OptimalDpor search = new OptimalDpor(dependence, LeafOrder.DEPTH_FIRST);
            SimulatedTarget target = new SimulatedTarget(program.compile(), Oracle.MEMORY, 1);
            Oracle.explore(target, check.watch(search, dependence), MOST_EXECUTIONS);
            assertEquals(List.of(), check.result().faults(), "seed " + seed + "\n" + program);
            assertFalse(check.result().tooMany());
            complete += (int) check.result().explorations();
            reversals += check.result().reversals();
        }
        assertTrue(reversals > PROGRAMS, reversals + " reversals");
    }

    @Test
    void everyLeafThatIsDropped_isMissed() {
        long executions = resultOf(new OptimalDpor()).executions();
        assertEquals(6, executions);
        for (int n = 2; n <= executions; n++) {
            SelfCheck.Result result = resultOf(new Dropping(new OptimalDpor(), n));
            assertEquals(1, result.explorations(), "leaf " + n);
            assertFalse(result.faults().isEmpty(), "leaf " + n);
        }
    }

    @Test
    void executionOfAClassThatWasExplored_isNoticed() {
        SelfCheck.Result result = resultOf(new Repeating(new OptimalDpor()));
        assertEquals(List.of("execution 2 is of the same class as execution 1"), result.faults());
    }

    private static SelfCheck.Result resultOf(Frontier search) {
        SelfCheck check = new SelfCheck();
        Oracle.explore(new SimulatedTarget(PROGRAM, Oracle.MEMORY, 1), check.watch(search, new Dependence()));
        return check.result();
    }

    /** Leaves one leaf out, and does not say so. */
    private static final class Dropping extends SearchDecorator {
        private final Frontier search;
        private final int dropped;
        private int polled;

        Dropping(Frontier search, int dropped) {
            this.search = search;
            this.dropped = dropped;
        }

        @Override
        protected Frontier search() {
            return search;
        }

        @Override
        public WorkItem poll() {
            WorkItem item = search.poll();
            if (item != null && ++polled == dropped) {
                search.abandon(item);
                return search.poll();
            }
            return item;
        }

        @Override
        public Divergence explored(WorkItem item, Execution execution) {
            return search.explored(item, execution);
        }

        @Override
        public void abandon(WorkItem item) {
            search.abandon(item);
        }
    }

    /** Executes the first plan twice. */
    private static final class Repeating extends SearchDecorator {
        private final Frontier search;
        private WorkItem again;
        private int polled;

        private record Again(WorkItem item) implements WrappedItem {}

        Repeating(Frontier search) {
            this.search = search;
        }

        @Override
        protected Frontier search() {
            return search;
        }

        @Override
        public long open() {
            return search.open() + (again == null ? 0 : 1);
        }

        @Override
        public WorkItem poll() {
            if (again != null) {
                return new Again(again);
            }
            WorkItem item = search.poll();
            again = ++polled == 1 ? item : null;
            return item;
        }

        @Override
        public Divergence explored(WorkItem item, Execution execution) {
            if (item instanceof Again) {
                again = null;
                return null;
            }
            return search.explored(item, execution);
        }

        @Override
        public void abandon(WorkItem item) {
            search.abandon(item);
        }
    }
}
