package org.heddle.dpor.minimise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.heddle.dpor.bound.tree.TreeSearch;
import org.heddle.dpor.detect.Detectors;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.detect.finding.FoundFinding;
import org.heddle.dpor.explore.frontier.Proved.Measure;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.explore.restart.DependenceAware;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.optimal.LeafOrder;
import org.heddle.dpor.optimal.OptimalDpor;
import org.heddle.dpor.testkit.BruteForce;
import org.heddle.dpor.testkit.Code;
import org.heddle.dpor.testkit.Oracle;
import org.heddle.dpor.testkit.Program;
import org.heddle.dpor.testkit.RandomProgram;
import org.heddle.dpor.testkit.SimulatedTarget;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Minimised schedules against every interleaving there is: the finding stays the same, its schedule is never made worse, and what is
 * called least is least.
 */
@Tag("thorough")
final class MinimiserTest {
    private static final int FINDINGS = Integer.getInteger("heddle.soak", 100);
    private static final long SEED = Long.getLong("heddle.seed", 1);
    private static final int MOST_INTERLEAVINGS = Integer.getInteger("heddle.interleavings", 1_000);

    private int proved;
    private int least;
    private int seen;

    private static SimulatedTarget target(Program program) {
        return new SimulatedTarget(program, Oracle.MEMORY, 3).withoutRecording();
    }

    private static Minimal minimise(Program program, Finding finding, Effort effort) throws InterruptedException {
        return new Minimiser(target(program), Plan.Limits.DEFAULT).minimise(finding, 0, effort);
    }

    private static List<FoundFinding> findings(Program program) {
        return Oracle.explore(
                        target(program),
                        new DependenceAware(dependence -> new OptimalDpor(dependence, LeafOrder.DEPTH_FIRST)))
                .findings();
    }

    /** The least preemptions of each finding over all interleavings. */
    private static Map<String, Integer> leastPreemptions(Program program) {
        Map<String, Integer> least = new HashMap<>();
        SimulatedTarget target = target(program);
        target.tamper(execution -> {
            for (Finding finding : Detectors.standard().detect(execution)) {
                least.merge(finding.fingerprint(), finding.preemptions(), Math::min);
            }
            return execution;
        });
        Oracle.explore(target, TreeSearch.plain(new Dependence(), Measure.PREEMPTIONS, Integer.MAX_VALUE));
        return least;
    }

    @Test
    void randomPrograms_findingsStayTheSame_andWhatIsCalledLeastIsLeast() throws InterruptedException {
        for (long seed = SEED; seen < FINDINGS; seed++) {
            Program program = RandomProgram.of(seed).compile();
            if (BruteForce.classes(program, Oracle.MEMORY, MOST_INTERLEAVINGS) == null) {
                continue;
            }
            List<FoundFinding> findings = findings(program);
            Map<String, Integer> expected = findings.isEmpty() ? Map.of() : leastPreemptions(program);
            for (FoundFinding found : findings) {
                compare(
                        program,
                        found.finding(),
                        expected.get(found.finding().fingerprint()),
                        "seed " + seed + ": " + RandomProgram.of(seed));
            }
        }
        System.out.printf(
                "%d findings: %d with the least preemptions by moves alone, %d proved with little effort%n",
                seen, least, proved);
        assertTrue(least >= seen * 9 / 10, least + " of " + seen);
        assertTrue(proved >= seen / 2, proved + " of " + seen);
    }

    private void compare(Program program, Finding finding, int expected, String name) throws InterruptedException {
        seen++;
        Minimal moved = minimise(program, finding, Effort.executions(1_000, 0));
        assertSound(program, finding, moved, expected, name);
        least += moved.finding().preemptions() == expected ? 1 : 0;
        Minimal some = minimise(program, finding, Effort.executions(1_000, 50));
        assertSound(program, finding, some, expected, name);
        proved += some.isLeast() ? 1 : 0;
        Minimal all = minimise(program, finding, Effort.executions(1_000, 1_000_000));
        assertSound(program, finding, all, expected, name);
        assertEquals(expected, all.finding().preemptions(), name);
        assertTrue(all.isLeast(), name);
    }

    private static void assertSound(Program program, Finding finding, Minimal minimal, int expected, String name)
            throws InterruptedException {
        Finding least = minimal.finding();
        assertTrue(minimal.replays(), name);
        assertEquals(finding.fingerprint(), least.fingerprint(), name);
        assertEquals(finding.kind(), least.kind(), name);
        assertEquals(finding.cause(), least.cause(), name);
        assertTrue(least.preemptions() <= finding.preemptions(), name);
        assertTrue(!minimal.isLeast() || least.preemptions() == expected, name);
        assertEquals(least.preemptions() > 0, minimal.critical().isPresent(), name);
        assertEquals(
                least.schedule(),
                run(program, least.schedule()).events().stream().map(Step::of).toList(),
                name);
        if (minimal.critical().isPresent()) {
            assertCritical(program, minimal, name);
        }
    }

    private static Execution run(Program program, List<Step> prefix) throws InterruptedException {
        SimulatedTarget target = target(program);
        target.submit(new Plan(prefix, List.of(), Plan.Limits.DEFAULT, false));
        return target.take();
    }

    private static void assertCritical(Program program, Minimal minimal, String name) throws InterruptedException {
        CriticalSwitch critical = minimal.critical().get();
        List<Step> schedule = minimal.finding().schedule();
        assertEquals(critical.to(), schedule.get(critical.step()).thread(), name);
        Execution without = run(program, schedule.subList(0, critical.step()));
        Event next = without.events().get(critical.step());
        assertEquals(critical.from(), next.thread(), name + ": it could have gone on");
        assertTrue(
                Detectors.standard().detect(without).stream().noneMatch(found -> found.fingerprint()
                        .equals(minimal.finding().fingerprint())),
                name);
    }

    private static Program lockCycle(int threads) {
        List<Program.Body> bodies = new ArrayList<>();
        for (int k = 0; k < threads; k++) {
            int mine = k + 1;
            int next = (k + 1) % threads + 1;
            bodies.add(
                    t -> t.lock(9).unlock(9).lock(mine).lock(next).unlock(next).unlock(mine));
        }
        return Program.bare(bodies.toArray(new Program.Body[0]));
    }

    @Test
    void aCycleOfThreeLocks_needsOnePreemption_becauseTheLastTwoThreadsRunIntoEachOther() throws InterruptedException {
        Program program = lockCycle(3);
        Finding finding = findings(program).get(0).finding();
        Minimal minimal = minimise(program, finding, Effort.executions(1_000, 1_000));
        assertEquals(1, minimal.finding().preemptions());
        assertTrue(minimal.isLeast());
        assertEquals(9, minimal.finding().schedule().size());
    }

    @Test
    void aCycleOfFiveLocks_isSimplified_andCalledLeastOnlyWithProof() throws InterruptedException {
        Program program = lockCycle(5);
        List<Step> schedule = new ArrayList<>();
        for (int round = 0; round < 2; round++) {
            for (int thread = 0; thread < 5; thread++) {
                for (int steps = round == 0 ? 2 : 1; steps > 0; steps--) {
                    schedule.add(next(run(program, schedule), schedule.size(), thread));
                }
            }
        }
        Finding finding = Detectors.standard().detect(run(program, schedule)).get(0);
        Minimal minimal = minimise(program, finding, Effort.executions(1_000, 5));
        assertEquals(9, finding.preemptions());
        assertTrue(minimal.finding().preemptions() <= 2);
        assertFalse(minimal.isLeast());
        Minimal proved = minimise(program, finding, Effort.executions(1_000, 100_000));
        assertEquals(1, proved.finding().preemptions());
        assertTrue(proved.isLeast());
    }

    @Test
    void dozensOfPreemptionsByManyThreads_areOneAfterSomeDozenExecutions() throws InterruptedException {
        int threads = 30;
        List<Program.Body> bodies = new ArrayList<>();
        bodies.add(t -> t.write(0, 1).write(1, 1).write(1, 2).write(1, 3).write(0, 0));
        bodies.add(t -> t.write(2, 1).write(2, 2).read(0).when(Code.result(1), Code::fail));
        for (int thread = 2; thread < threads; thread++) {
            int own = thread % 4 + 3; // few variables, which several use
            bodies.add(t -> t.write(own, 1).write(own, 2).write(own, 3).write(own, 4));
        }
        Program program = Program.bare(bodies.toArray(new Program.Body[0]));
        List<Step> inTurn =
                run(program, List.of()).events().stream().map(Step::of).toList();
        List<Step> schedule = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            for (int thread = threads - 1; thread >= 0; thread--) {
                int of = thread;
                schedule.add(inTurn.stream()
                        .filter(step -> step.thread() == of)
                        .skip(round)
                        .findFirst()
                        .orElseThrow());
            }
        }
        Finding finding = Detectors.standard().detect(run(program, schedule)).get(0);
        assertTrue(finding.preemptions() > 2 * threads, "preemptions: " + finding.preemptions());
        Minimal minimal = minimise(program, finding, Effort.executions(100, 0));
        assertEquals(1, minimal.finding().preemptions());
        assertTrue(minimal.executions() < 120, "executions: " + minimal.executions());
    }

    /** What the thread does first after so many steps. */
    private static Step next(Execution execution, int from, int thread) {
        return execution.events().stream()
                .skip(from)
                .filter(event -> event.thread() == thread)
                .map(Step::of)
                .findFirst()
                .orElseThrow();
    }

    /** Nothing initialises the semaphore, which is positive from the start. */
    @Test
    void aSwitchBeforeAWaitForAPositiveSemaphore_isAPreemption() throws InterruptedException {
        Program program = Program.bare(
                t -> t.write(0, 1),
                t -> t.write(0, 2).on(OperationKind.SEM_WAIT, 401, 0).read(0).when(Code.result(1), Code::fail));
        for (FoundFinding found : findings(program)) {
            Minimal minimal = minimise(program, found.finding(), Effort.executions(1_000, 1_000));
            assertEquals(1, minimal.finding().preemptions());
            assertTrue(minimal.isLeast());
        }
        assertEquals(List.of(1), List.copyOf(leastPreemptions(program).values()));
    }

    @Test
    void aFindingWithoutPreemptions_isLeastWithoutASearch() throws InterruptedException {
        Program program = Program.bare(t -> t.lock(1).lock(1));
        Minimal minimal = minimise(program, findings(program).get(0).finding(), Effort.executions(10, 0));
        assertEquals(0, minimal.finding().preemptions());
        assertTrue(minimal.isLeast());
        assertTrue(minimal.critical().isEmpty());
    }

    @Test
    void threadsWithoutAPart_areLeftOut() throws InterruptedException {
        Program program = Program.bare(
                t -> t.write(5, 1).write(5, 2), t -> t.read(0).when(Code.result(1), Code::fail), t -> t.write(0, 1));
        Minimal minimal = minimise(program, findings(program).get(0).finding(), Effort.executions(1_000, 1_000));
        assertEquals(
                List.of(2, 1, 1),
                minimal.finding().schedule().stream().map(Step::thread).toList());
    }

    @Test
    void aFindingThatDoesNotReplay_isLeftAsItIs() throws InterruptedException {
        Program program = lockCycle(2);
        Finding finding = findings(program).get(0).finding();
        Minimal minimal = minimise(Program.bare(t -> t.lock(1).unlock(1)), finding, Effort.executions(100, 100));
        assertFalse(minimal.replays());
        assertEquals(finding, minimal.finding());
    }
}
