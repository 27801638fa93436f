package org.heddle.cluster.lease;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.heddle.cluster.Examples;
import org.heddle.dpor.bound.SearchOptions;
import org.heddle.dpor.detect.Detectors;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.explore.Budget;
import org.heddle.dpor.explore.ExplorationListener;
import org.heddle.dpor.explore.Explorer;
import org.heddle.dpor.explore.Verdict;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.plan.ExecutionRunner;
import org.heddle.dpor.explore.plan.Lookahead;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.explore.restart.Known;
import org.heddle.dpor.explore.restart.RaceAware;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.server.WorkerPool;
import org.heddle.server.launch.LaunchOptions;
import org.heddle.server.protocol.message.PointsMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The real exploration of a real program, whose executions are those of one machine, on a simulated cluster. Its workers come, are
 * lost, stop, go on and answer late, all of it drawn from a seed. The exploration takes the course of one machine each time.
 */
final class FaultRunTest {
    private static final int JOBS = 3;

    @TempDir
    private Path folder;

    /** All that an exploration has come to. */
    private record Course(long executions, boolean complete, List<String> fingerprints, List<Integer> order) {}

    @Test
    void someFaults_sameCourse() throws Exception {
        compare(LongStream.range(0, 20));
        compare(LongStream.range(20, 30), "-DIF");
    }

    @Tag("thorough")
    @Tag("slow")
    @Test
    void manyFaults_sameCourse() throws Exception {
        compare(LongStream.range(1000, 1200));
        compare(LongStream.range(1000, 1100), "-DIF");
    }

    private void compare(LongStream seeds, String... macros) throws Exception {
        Map<Plan, Execution> known = new HashMap<>();
        Course alone = alone(known, macros);
        assertTrue(alone.executions() > 20, "too small a tree to tell anything");
        long[] faults = new long[3];
        for (long seed : seeds.toArray()) {
            SimulatedCluster cluster = new SimulatedCluster(
                    seed, LaunchOptions.Tuning.DEFAULT.inFlight().times(JOBS), known);
            assertEquals(alone, explore(cluster), "with the seed " + seed);
            faults[0] += cluster.lostWorkers();
            faults[1] += cluster.lateAnswers();
            faults[2] += cluster.lostAnswers();
        }
        assertTrue(
                Arrays.stream(faults).allMatch(count -> count > 20),
                "too few faults to tell anything: " + Arrays.toString(faults));
    }

    private Course alone(Map<Plan, Execution> known, String... macros) throws Exception {
        LaunchOptions options = LaunchOptions.of(
                        Examples.compiled(folder, "04-bounded-buffer.c", macros), Examples.shim())
                .withPoints(PointsMode.AUTO)
                .withJobs(JOBS);
        try (WorkerPool pool = WorkerPool.start(options)) {
            return explore(new Recording(pool, known));
        }
    }

    private static Course explore(ExecutionRunner runner) throws InterruptedException {
        List<Integer> order = new ArrayList<>();
        ExplorationListener listener = new ExplorationListener() {
            @Override
            public void executed(Execution execution, long total, long open, WorkItem item) {
                order.add(execution.events().hashCode());
            }

            @Override
            public void found(Finding finding, Execution execution, WorkItem item) {
                // the verdict has it
            }
        };
        Frontier frontier = new RaceAware(() -> SearchOptions.DEFAULT.frontier(new Known()));
        Budget budget = new Budget(100_000, () -> 0L, Long.MAX_VALUE, () -> false, true);
        Verdict verdict = new Explorer(
                        runner, frontier, budget, Plan.Limits.DEFAULT, Detectors.ofExploration(), listener)
                .explore();
        List<String> fingerprints = verdict.findings().stream()
                .map(found ->
                        found.finding().fingerprint() + " " + found.finding().schedule())
                .toList();
        return new Course(verdict.counts().total(), verdict.complete(), fingerprints, order);
    }

    /** Remembers what each plan came to. */
    private record Recording(ExecutionRunner runner, Map<Plan, Execution> known, List<Plan> inFlight)
            implements ExecutionRunner {
        Recording(ExecutionRunner runner, Map<Plan, Execution> known) {
            this(runner, known, new ArrayList<>());
        }

        @Override
        public Lookahead lookahead() {
            return runner.lookahead();
        }

        @Override
        public void submit(Plan plan) throws InterruptedException {
            inFlight.add(plan);
            runner.submit(plan);
        }

        @Override
        public Execution take() throws InterruptedException {
            Execution execution = runner.take();
            Execution before = known.put(inFlight.remove(0), execution);
            assertTrue(before == null || before.events().equals(execution.events()), "a plan has two executions");
            return execution;
        }
    }
}
