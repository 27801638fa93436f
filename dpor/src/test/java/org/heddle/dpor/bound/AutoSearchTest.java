package org.heddle.dpor.bound;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.heddle.dpor.bound.tree.Reduction;
import org.heddle.dpor.detect.Detectors;
import org.heddle.dpor.explore.Budget;
import org.heddle.dpor.explore.ExplorationListener;
import org.heddle.dpor.explore.Explorer;
import org.heddle.dpor.explore.Verdict;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.frontier.Proved;
import org.heddle.dpor.explore.frontier.Proved.Measure;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.explore.plan.Policy;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Relation;
import org.heddle.dpor.optimal.OptimalDpor;
import org.heddle.dpor.testkit.BruteForce;
import org.heddle.dpor.testkit.Code;
import org.heddle.dpor.testkit.Oracle;
import org.heddle.dpor.testkit.Oracle.Comparison;
import org.heddle.dpor.testkit.Program;
import org.heddle.dpor.testkit.RandomProgram;
import org.heddle.dpor.testkit.SimulatedTarget;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The automatic course, and what it says that it has proved when it is stopped on the way. */
@Tag("thorough")
final class AutoSearchTest {
    private static final int PROGRAMS = Integer.getInteger("heddle.soak", 100);
    private static final Program SMALL = Program.times(3, t -> t.add(0, 1).add(1, 1));

    private static Verdict explore(Program program, long most) throws InterruptedException {
        return new Explorer(
                        new SimulatedTarget(program, Oracle.MEMORY, 4).withoutRecording(),
                        new AutoSearch(new Dependence(), 10),
                        Budget.unlimited(true).withMaxExecutions(most),
                        Plan.Limits.DEFAULT,
                        Detectors.standard(),
                        ExplorationListener.SILENT)
                .explore();
    }

    @Test
    void aSmallProgram_isProvedWithOneExecutionOfEachClass() {
        SimulatedTarget target = new SimulatedTarget(SMALL, Oracle.MEMORY, 4);
        Verdict verdict = Oracle.explore(target, new AutoSearch(new Dependence()));
        assertEquals(Proved.EVERYTHING, verdict.proved());
        assertEquals(36, verdict.counts().total());
    }

    @Test
    void stoppedOnTheWay_theBoundProvedSoFarIsNamed_andNothingElse() throws InterruptedException {
        long last = -1;
        for (int most = 1; most < 400; most += 7) {
            Verdict verdict = explore(Program.times(4, t -> t.add(0, 1).add(1, 1)), most);
            assertFalse(verdict.complete());
            Proved proved = verdict.proved();
            assertTrue(proved.equals(Proved.NOTHING) || proved.measure() == Measure.PREEMPTIONS);
            long bound = proved.isBounded() ? proved.bound() : -1;
            assertTrue(bound >= last, "a bound once proved stays proved");
            last = bound;
        }
        assertTrue(last >= 0);
    }

    @Test
    void everyStage_togetherWithTheOthers_provesEverything() throws InterruptedException {
        Verdict verdict = explore(Program.times(4, t -> t.add(0, 1).add(1, 1)), Long.MAX_VALUE);
        assertEquals(Proved.EVERYTHING, verdict.proved());
    }

    /** Nine writers have more classes without any preemption than the first attempt has executions; the bug needs one. */
    @Test
    void aBugBehindManyClassesOfNoPreemption_isFoundByAnEarlySample() throws InterruptedException {
        List<Program.Body> threads =
                new ArrayList<>(Collections.nCopies(9, t -> t.write(0, 1).write(1, 1)));
        threads.add(t -> t.read(0).local(r -> r[1] = r[0]).read(1).when(r -> r[0] != r[1], Code::fail));
        Verdict verdict = new Explorer(
                        new SimulatedTarget(Program.of(Program.Style.BARE, threads), Oracle.MEMORY, 4)
                                .withoutRecording(),
                        new AutoSearch(new Dependence()),
                        Budget.unlimited(false).withMaxExecutions(AutoSearch.FIRST_ATTEMPT),
                        Plan.Limits.DEFAULT,
                        Detectors.standard(),
                        ExplorationListener.SILENT)
                .explore();
        assertEquals(1, verdict.findings().size());
        assertTrue(verdict.counts().total() < 300, "executions: " + verdict.counts());
    }

    /** How the samples among the first executions of the course with this seed are drawn. */
    private static List<Policy> drawn(long seed) {
        Frontier search = SearchOptions.DEFAULT
                .with(Reduction.OPTIMAL, Continuation.MINIMUM_SWITCHES, seed)
                .frontier();
        Program vast = Program.times(9, t -> t.add(0, 1).add(1, 1));
        SimulatedTarget target = new SimulatedTarget(vast, Oracle.MEMORY, 1).withoutRecording();
        List<Policy> policies = new ArrayList<>();
        for (int n = 0; n < 200; n++) {
            WorkItem item = search.poll();
            Plan plan = Plan.of(item, Plan.Limits.DEFAULT);
            if (plan.policy().kind() != Policy.Kind.CONTINUE) {
                policies.add(plan.policy());
            }
            target.submit(plan);
            search.explored(item, target.take());
        }
        assertTrue(policies.size() > 50, policies::toString);
        return policies;
    }

    @Test
    void anotherSeed_drawsOtherSamples_andTheSameSeedTheSame() {
        assertEquals(drawn(1), drawn(1));
        Set<Policy> others = new HashSet<>(drawn(2));
        others.retainAll(drawn(1));
        assertEquals(Set.of(), others);
    }

    /** Of the first so many executions, how many are samples. */
    private static int samples(Program program, int firstAttempt, int executions) {
        AutoSearch search = new AutoSearch(new Dependence(), firstAttempt);
        SimulatedTarget target = new SimulatedTarget(program, Oracle.MEMORY, 1).withoutRecording();
        int samples = 0;
        for (int n = 0; n < executions; n++) {
            WorkItem item = search.poll();
            samples += item.strategy().equals("systematic") ? 0 : 1;
            target.submit(Plan.of(item, Plan.Limits.DEFAULT));
            search.explored(item, target.take());
        }
        return samples;
    }

    @Test
    void whereAProofIsFar_everyOtherExecutionIsASample_afterTheFirstStage() {
        Program vast = Program.times(9, t -> t.add(0, 1).add(1, 1));
        assertEquals(50 + 750, samples(vast, 500, 550 + 1_500), 10);
    }

    @Test
    void whereAProofIsNear_oneInTenIsASample_inAllStages() {
        Program provable = Program.times(4, t -> t.add(0, 1).add(1, 1)); // 576 classes
        assertEquals(60, samples(provable, 400, 600), 10);
    }

    @Test
    void randomPrograms_everyClassIsReached_andTheCheapestFirstAloneIsOptimal() {
        int compared = 0;
        for (long seed = 1; compared < PROGRAMS; seed++) {
            Program program = RandomProgram.ofAnyKind(seed).compile();
            Map<String, String> expected = BruteForce.classes(program, Oracle.MEMORY, 1_000);
            if (expected == null) {
                continue;
            }
            compared++;
            Random random = new Random(seed);
            int inFlight = 1 + random.nextInt(8);
            Dependence dependence = new Dependence(Relation.PLAIN.cautious(RandomProgram.isCrowded(seed)));
            AutoSearch search = new AutoSearch(dependence, random.nextInt(8));
            Comparison comparison = Oracle.compare(program, expected.keySet(), search, inFlight);
            assertTrue(search.unpredicted() > 0 || comparison.isSound(), "seed " + seed + ": " + comparison);
            OptimalDpor cheapest = OptimalDpor.cheapestFirst(dependence, 1 + random.nextInt(8));
            Comparison alone = Oracle.compare(program, expected.keySet(), cheapest, inFlight);
            assertTrue(cheapest.unpredicted() > 0 || alone.isOptimal(), "seed " + seed + ": " + alone);
            AutoSearch usual = new AutoSearch(dependence);
            Comparison counted = Oracle.compare(program, expected.keySet(), usual, inFlight);
            assertTrue(
                    usual.unpredicted() > 0 || counted.isOptimal(),
                    "a program with few classes is not sampled: seed " + seed + ": " + counted);
        }
    }
}
