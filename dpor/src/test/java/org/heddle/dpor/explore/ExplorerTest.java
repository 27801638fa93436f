package org.heddle.dpor.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.heddle.dpor.bound.AutoSearch;
import org.heddle.dpor.bound.tree.TreeSearch;
import org.heddle.dpor.detect.Detectors;
import org.heddle.dpor.detect.finding.Detector;
import org.heddle.dpor.detect.finding.Kind;
import org.heddle.dpor.explore.Verdict.Gap;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.plan.ExecutionRunner;
import org.heddle.dpor.explore.plan.Lookahead;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.execution.Divergence;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.dpor.optimal.OptimalDpor;
import org.heddle.dpor.testkit.BruteForce;
import org.heddle.dpor.testkit.Oracle;
import org.heddle.dpor.testkit.Program;
import org.heddle.dpor.testkit.SimulatedTarget;
import org.junit.jupiter.api.Test;

final class ExplorerTest {
    private static final Program SIX_CLASSES = Program.times(3, t -> t.add(0, 1));
    private static final Program DEADLOCK = Program.bare(
            t -> t.lock(1).lock(2).unlock(2).unlock(1),
            t -> t.lock(2).lock(1).unlock(1).unlock(2));

    private static Verdict explore(ExecutionRunner runner, Budget budget) throws InterruptedException {
        return new Explorer(
                        runner,
                        new OptimalDpor(),
                        budget,
                        Plan.Limits.DEFAULT,
                        Detectors.standard(),
                        ExplorationListener.SILENT)
                .explore();
    }

    private static SimulatedTarget target(Program program) {
        return new SimulatedTarget(program, Oracle.MEMORY, 4);
    }

    /** Has no room to learn from any execution. */
    private record Full(Frontier frontier) implements Frontier {
        @Override
        public WorkItem poll() {
            return frontier.poll();
        }

        @Override
        public Divergence explored(WorkItem item, Execution execution) {
            throw new OutOfMemoryError("as where an execution is too long");
        }

        @Override
        public void abandon(WorkItem item) {
            frontier.abandon(item);
        }

        @Override
        public long open() {
            return frontier.open();
        }
    }

    /** Replaces the outcome of the n-th execution, counted from 1. */
    private static UnaryOperator<Execution> outcomeOfNth(int n, Outcome outcome) {
        int[] count = {0};
        return e -> ++count[0] != n ? e : e.with(Execution.End.of(outcome));
    }

    @Test
    void everythingExplored_isComplete() throws InterruptedException {
        Verdict verdict = explore(target(SIX_CLASSES), Budget.unlimited(false));
        assertTrue(verdict.complete());
        assertEquals(6, verdict.counts().total());
        assertEquals(18, verdict.counts().events());
        assertEquals(Map.of(), verdict.gaps());
    }

    @Test
    void executionLimit_isNotComplete() throws InterruptedException {
        Verdict verdict = explore(target(SIX_CLASSES), Budget.unlimited(false).withMaxExecutions(3));
        assertFalse(verdict.complete());
        assertEquals(3, verdict.counts().total());
        assertEquals(Set.of(Gap.EXECUTION_LIMIT), verdict.gaps().keySet());
    }

    /** An exit status may be what the program means to say: the search goes on for a while, in which it finds what is worse. */
    @Test
    void exitStatus_endsTheSearchAfterSomeMoreExecutions() throws InterruptedException {
        Program many = Program.times(5, t -> t.add(0, 1)); // 120 classes
        UnaryOperator<Execution> fails = e -> e.with(new Execution.End(Outcome.EXITED, 3, 0, null));
        Verdict verdict = explore(target(many).tamper(fails), Budget.unlimited(false));
        assertEquals(51, verdict.counts().total());
        assertEquals(Set.of(Gap.STOPPED_AT_FINDING), verdict.gaps().keySet());
        int[] executions = {0};
        Verdict worse = explore(
                target(many)
                        .tamper(e -> ++executions[0] == 20
                                ? outcomeOfNth(1, Outcome.SIGNALED).apply(e)
                                : fails.apply(e)),
                Budget.unlimited(false));
        assertEquals(20, worse.counts().total());
        assertEquals(Set.of(Kind.EXIT_CODE, Kind.CRASH), kinds(worse));
        assertEquals(
                120,
                explore(target(many).tamper(fails), Budget.unlimited(true))
                        .counts()
                        .total());
    }

    private static Set<Kind> kinds(Verdict verdict) {
        return verdict.findings().stream().map(found -> found.finding().kind()).collect(Collectors.toSet());
    }

    /** Where an execution has come without its events, for which there was no room, what it shows is told. */
    @Test
    void executionWithoutItsEvents_isLookedAt_andProvesNothing() throws InterruptedException {
        Budget budget = Budget.unlimited(true);
        int all = (int) explore(target(DEADLOCK), budget).counts().total();
        int found = 0;
        for (int last = 1; last <= all; last++) {
            int[] executions = {0};
            int cut = last;
            Verdict verdict = explore(target(DEADLOCK).tamper(e -> ++executions[0] == cut ? e.cut() : e), budget);
            Verdict limited = explore(target(DEADLOCK), budget.withMaxExecutions(last));
            assertFalse(verdict.complete());
            assertEquals(last, verdict.counts().total());
            assertEquals(Set.of(Gap.MEMORY), verdict.gaps().keySet());
            assertEquals(limited.findings().isEmpty(), verdict.findings().isEmpty(), "of " + last + " executions");
            found += verdict.findings().stream().anyMatch(f -> !f.finding().hasSchedule()) ? 1 : 0;
        }
        assertTrue(found > 0, "it is the last execution that shows it");
    }

    /** Where memory runs out as an execution is analysed, the bug that it shows is told: none is lost with the analysis. */
    @Test
    void memoryThatRunsOutInTheAnalysis_losesNotWhatTheExecutionShows() throws InterruptedException {
        for (boolean inDetector : new boolean[] {false, true}) {
            Frontier frontier = inDetector ? new OptimalDpor() : new Full(new OptimalDpor());
            Detector detector = execution -> {
                if (inDetector && !execution.isCut()) {
                    throw new OutOfMemoryError("as where an execution is too long");
                }
                return Detectors.standard().detect(execution);
            };
            Verdict verdict = new Explorer(
                            target(DEADLOCK).tamper(outcomeOfNth(1, Outcome.SIGNALED)),
                            frontier,
                            Budget.unlimited(true),
                            Plan.Limits.DEFAULT,
                            detector,
                            ExplorationListener.SILENT)
                    .explore();
            assertEquals(1, verdict.findings().size());
            assertEquals(Kind.CRASH, verdict.findings().get(0).finding().kind());
            assertEquals(Set.of(Gap.MEMORY), verdict.gaps().keySet());
            assertEquals(!inDetector, verdict.findings().get(0).finding().hasSchedule());
        }
    }

    @Test
    void executionLimitThatIsJustEnough_isComplete() throws InterruptedException {
        assertTrue(explore(target(SIX_CLASSES), Budget.unlimited(false).withMaxExecutions(6))
                .complete());
    }

    @Test
    void memoryLimit_isNotComplete() throws InterruptedException {
        int[] looks = {0};
        Budget budget = new Budget(Long.MAX_VALUE, () -> 0, Long.MAX_VALUE, () -> ++looks[0] > 2, false);
        Verdict verdict = explore(target(SIX_CLASSES), budget);
        assertFalse(verdict.complete());
        assertEquals(3, verdict.counts().total());
        assertEquals(Set.of(Gap.MEMORY), verdict.gaps().keySet());
    }

    /** Wherever memory ends, in an analysis or where an execution is read, what was found before is told, and nothing is proved. */
    @Test
    void memoryThatRunsOut_losesNoFinding_andProvesNothing() throws InterruptedException {
        Budget budget = Budget.unlimited(true);
        int all = (int) explore(target(DEADLOCK), budget).counts().total();
        int found = 0;
        for (int last = 0; last < all; last++) {
            int[] executions = {0};
            int most = last;
            UnaryOperator<Execution> runsOut = execution -> {
                if (++executions[0] == most + 1) {
                    throw new OutOfMemoryError("as where an execution is too long");
                }
                return execution;
            };
            Verdict verdict = explore(target(DEADLOCK).tamper(runsOut), budget);
            assertFalse(verdict.complete());
            assertEquals(last, verdict.counts().total());
            assertEquals(Set.of(Gap.MEMORY), verdict.gaps().keySet());
            Verdict limited = explore(target(DEADLOCK), budget.withMaxExecutions(last));
            assertEquals(limited.findings().size(), verdict.findings().size());
            found += verdict.findings().size();
        }
        assertTrue(found > 0, "the last execution is not the only one that shows it");
    }

    @Test
    void deadline_isNotComplete() throws InterruptedException {
        long[] now = {0};
        Verdict verdict = explore(target(SIX_CLASSES), new Budget(Long.MAX_VALUE, () -> now[0]++, 2, false));
        assertFalse(verdict.complete());
        assertEquals(Set.of(Gap.DEADLINE), verdict.gaps().keySet());
    }

    @Test
    void deadlineThatComesNearer_ends() throws InterruptedException {
        long[] now = {0};
        LongSupplier deadline = () -> now[0] < 3 ? Long.MAX_VALUE : 2;
        Verdict verdict = explore(
                target(SIX_CLASSES),
                new Budget(Long.MAX_VALUE, () -> now[0]++, deadline, Long.MAX_VALUE, () -> false, false));
        assertFalse(verdict.complete());
        assertEquals(Set.of(Gap.DEADLINE), verdict.gaps().keySet());
    }

    @Test
    void deadlineThatHasPassedBefore_leavesOneExecution() throws InterruptedException {
        Verdict verdict = explore(target(SIX_CLASSES), new Budget(Long.MAX_VALUE, () -> 1, 0, false));
        assertEquals(1, verdict.counts().total());
        assertEquals(Set.of(Gap.DEADLINE), verdict.gaps().keySet());
        assertFalse(verdict.complete());
    }

    /** Wherever the time is up, in the middle of an analysis too, what is said to be complete is. */
    @Test
    void deadlineAtAnyMoment_provesNothingThatWasNotExplored() throws InterruptedException {
        Program many = Program.times(3, code -> code.add(0, 1).add(1, 1));
        int all = BruteForce.classes(many, Oracle.MEMORY, 100_000).size();
        int stopped = 0;
        for (long deadline = 1; deadline < 200; deadline += 3) {
            for (Frontier frontier : List.of(
                    new OptimalDpor(),
                    TreeSearch.preemptionBounded(new Dependence(), 9),
                    new AutoSearch(new Dependence(), 5))) {
                long[] now = {0};
                SimulatedTarget target = new SimulatedTarget(many, Oracle.MEMORY, 2);
                long end = deadline;
                Verdict verdict = new Explorer(
                                target,
                                frontier,
                                new Budget(Long.MAX_VALUE, () -> now[0]++, end, true),
                                Plan.Limits.DEFAULT,
                                Detectors.standard(),
                                ExplorationListener.SILENT)
                        .explore();
                stopped += verdict.complete() ? 0 : 1;
                assertTrue(!verdict.complete() || target.classes().size() == all);
            }
        }
        assertTrue(stopped > 20, "most are stopped, not " + stopped);
    }

    /** A target of which each execution that is waited for takes one unit of time. */
    private static final class Timed implements ExecutionRunner {
        private final SimulatedTarget target = target(SIX_CLASSES);
        private final List<Integer> givenUp = new ArrayList<>();
        private final int capacity;
        private final boolean hangs;
        private long now;

        /** If it {@code hangs}, no execution is there by itself when time is up. */
        Timed(int capacity, boolean hangs) {
            this.capacity = capacity;
            this.hangs = hangs;
        }

        @Override
        public Lookahead lookahead() {
            return Lookahead.of(capacity);
        }

        @Override
        public void submit(Plan plan) {
            target.submit(plan);
        }

        @Override
        public Execution take() {
            now++;
            return target.take();
        }

        @Override
        public Execution take(BooleanSupplier isOver) {
            now++;
            return hangs && isOver.getAsBoolean() ? null : target.take();
        }

        @Override
        public void giveUp(int inFlight) {
            givenUp.add(inFlight);
        }
    }

    /** With executions that take long, what has been submitted may be far more than there is time for. */
    @Test
    void whatIsInFlightAtTheDeadline_isNotWaitedFor() throws InterruptedException {
        Timed runner = new Timed(2, false);
        Verdict verdict = explore(runner, new Budget(Long.MAX_VALUE, () -> runner.now, 2, false));
        assertEquals(2, verdict.counts().total());
        assertEquals(Set.of(Gap.DEADLINE), verdict.gaps().keySet());
        assertEquals(List.of(1), runner.givenUp);
        assertFalse(verdict.complete());
    }

    @Test
    void anExecutionThatIsNotThereAtTheDeadline_isNotWaitedFor() throws InterruptedException {
        Timed runner = new Timed(1, true);
        Verdict verdict = explore(runner, new Budget(Long.MAX_VALUE, () -> runner.now, 3, false));
        assertEquals(2, verdict.counts().total());
        assertEquals(Set.of(Gap.DEADLINE), verdict.gaps().keySet());
        assertEquals(List.of(1), runner.givenUp);
        assertFalse(verdict.complete());
    }

    private static Budget untilTwo(Timed runner, long first) {
        return new Budget(Long.MAX_VALUE, () -> runner.now, () -> 2, first, () -> false, false);
    }

    @Test
    void theFirstExecution_isWaitedForBeyondTheDeadline_butNotForEver() throws InterruptedException {
        Timed late = new Timed(1, true);
        late.now = 2;
        assertEquals(1, explore(late, untilTwo(late, 2)).counts().total());
        Timed hanging = new Timed(1, true);
        hanging.now = 2;
        Verdict verdict = explore(hanging, untilTwo(hanging, 1));
        assertEquals(0, verdict.counts().total());
        assertEquals(Set.of(Gap.DEADLINE), verdict.gaps().keySet());
        assertEquals(List.of(1), hanging.givenUp);
        assertFalse(verdict.complete());
    }

    @Test
    void aDeadlock_stopsTheExploration_andLeavesNothingInFlight() throws InterruptedException {
        SimulatedTarget target = target(DEADLOCK);
        Verdict verdict = explore(target, Budget.unlimited(false));
        assertEquals(1, verdict.findings().size());
        assertEquals(Kind.DEADLOCK, verdict.findings().get(0).finding().kind());
        Plan plan = new Plan(List.of(), List.of(), Plan.Limits.DEFAULT, false);
        for (int k = 0; k < target.lookahead().most(); k++) {
            target.submit(plan);
        }
    }

    @Test
    void aDeadlock_doesNotStopAnExplorationThatKeepsGoing() throws InterruptedException {
        Verdict verdict = explore(target(DEADLOCK), Budget.unlimited(true));
        assertTrue(verdict.complete());
        assertEquals(3, verdict.counts().total());
        assertEquals(1, verdict.findings().get(0).count());
    }

    @Test
    void aLostExecution_isRunAgain_andCountsOnce() throws InterruptedException {
        Verdict verdict = explore(target(SIX_CLASSES).tamper(outcomeOfNth(2, Outcome.LOST)), Budget.unlimited(false));
        assertTrue(verdict.complete());
        assertEquals(6, verdict.counts().total());
        assertEquals(0, verdict.counts().of(Outcome.LOST));
    }

    @Test
    void aLostExecution_takesNothingOfALimit() throws InterruptedException {
        Budget five = Budget.unlimited(false).withMaxExecutions(5);
        Verdict verdict = explore(target(SIX_CLASSES).tamper(outcomeOfNth(2, Outcome.LOST)), five);
        assertEquals(5, verdict.counts().total());
    }

    @Test
    void anExecutionLostTwice_isNotComplete() throws InterruptedException {
        UnaryOperator<Execution> losesAll = outcomeOfNth(1, Outcome.LOST);
        UnaryOperator<Execution> losesAgain = outcomeOfNth(2, Outcome.LOST);
        Verdict verdict =
                explore(target(SIX_CLASSES).tamper(e -> losesAgain.apply(losesAll.apply(e))), Budget.unlimited(false));
        assertFalse(verdict.complete());
        assertEquals(Map.of(Gap.LOST, 1L), verdict.gaps());
    }

    @Test
    void everyOutcomeThatHidesSomething_isNotComplete() throws InterruptedException {
        List<Outcome> hiding = List.of(Outcome.TOO_LONG, Outcome.HUNG, Outcome.OUTPUT_FLOOD, Outcome.RESOURCES);
        for (Outcome outcome : hiding) {
            Verdict verdict = explore(target(SIX_CLASSES).tamper(outcomeOfNth(2, outcome)), Budget.unlimited(false));
            assertFalse(verdict.complete(), outcome.toString());
            assertEquals(Set.of(Gap.valueOf(outcome.name())), verdict.gaps().keySet());
        }
    }

    @Test
    void aDivergence_isKept_andTheRestIsExplored() throws InterruptedException {
        Verdict verdict =
                explore(target(SIX_CLASSES).tamper(outcomeOfNth(2, Outcome.DIVERGED)), Budget.unlimited(false));
        assertFalse(verdict.complete());
        assertEquals(1, verdict.counts().diverged());
        assertNotNull(verdict.firstDivergence());
        assertTrue(verdict.counts().total() > 2);
    }

    @Test
    void aPrefixThatReplaysOtherwise_isADivergence_evenIfTheRuntimeDoesNotSay() throws InterruptedException {
        int[] count = {0};
        UnaryOperator<Execution> shuffled = e -> {
            if (++count[0] != 3) {
                return e;
            }
            List<Event> reversed = new ArrayList<>(e.events());
            java.util.Collections.reverse(reversed);
            return e.withEvents(reversed);
        };
        Verdict verdict = explore(target(SIX_CLASSES).tamper(shuffled), Budget.unlimited(false));
        assertFalse(verdict.complete());
        assertEquals(1, verdict.counts().diverged());
        assertNotNull(verdict.firstDivergence().divergence());
    }

    @Test
    void whatTheRuntimeDoesNotModel_endsTheExploration() throws InterruptedException {
        Verdict verdict =
                explore(target(SIX_CLASSES).tamper(outcomeOfNth(1, Outcome.UNMODELLED)), Budget.unlimited(true));
        assertFalse(verdict.complete());
        assertEquals(1, verdict.counts().total());
        assertEquals(Set.of(Gap.UNMODELLED), verdict.gaps().keySet());
    }

    @Test
    void theSameLookahead_takesTheSameCourse() throws InterruptedException {
        List<List<Event>> courses = new ArrayList<>();
        for (int round = 0; round < 2; round++) {
            List<Event> course = new ArrayList<>();
            UnaryOperator<Execution> recorder = e -> {
                course.addAll(e.events());
                return e;
            };
            explore(target(SIX_CLASSES).tamper(recorder), Budget.unlimited(true));
            courses.add(course);
        }
        assertEquals(courses.get(0), courses.get(1));
    }
}
