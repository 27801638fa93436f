package org.heddle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.heddle.dpor.detect.Detectors;
import org.heddle.dpor.explore.Budget;
import org.heddle.dpor.explore.ExplorationListener;
import org.heddle.dpor.explore.Explorer;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.explore.plan.Policy;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.Divergence;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.optimal.OptimalDpor;
import org.heddle.dpor.strategy.Guarantee;
import org.heddle.dpor.strategy.Sampling;
import org.heddle.dpor.strategy.SamplingStrategy;
import org.heddle.server.launch.LaunchOptions;
import org.heddle.server.restart.Restart;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The samplers of the real runtime against what their papers promise. Seeds are fixed, so every run of these tests is the same;
 * thresholds lie where chance does not come.
 */
@Timeout(900)
@Tag("thorough")
final class SamplingTest {
    private static final long SEED = 20;
    private static final int TIMES = Integer.getInteger("heddle.times", 1);

    private record Watched(Frontier inner, BiConsumer<Policy, Execution> watcher) implements Frontier {
        @Override
        public WorkItem poll() {
            return inner.poll();
        }

        @Override
        public Divergence explored(WorkItem item, Execution execution) {
            watcher.accept(item.policy(), execution);
            return inner.explored(item, execution);
        }

        @Override
        public void abandon(WorkItem item) {
            inner.abandon(item);
        }

        @Override
        public long open() {
            return inner.open();
        }
    }

    private static long explore(
            List<String> arguments, int jobs, long executions, Frontier frontier, BiConsumer<Policy, Execution> watcher)
            throws Exception {
        String built = System.getProperty("heddle.shim", "../native-shim/target/native/libheddle.so");
        Path shim = Path.of(built).toAbsolutePath().normalize();
        assumeTrue(Files.exists(shim), "libheddle.so has not been built");
        LaunchOptions options = LaunchOptions.of(FakeZygote.steps(), shim)
                .withArguments(arguments)
                .withJobs(jobs)
                .withRestart(Restart.PROCESS);
        try (WorkerPool pool = WorkerPool.start(options)) {
            Budget budget = Budget.unlimited(true).withMaxExecutions(executions);
            return new Explorer(
                            pool,
                            new Watched(frontier, watcher),
                            budget,
                            Plan.Limits.DEFAULT,
                            Detectors.standard(),
                            ExplorationListener.SILENT)
                    .explore()
                    .counts()
                    .total();
        }
    }

    /** The threads of the operations that count, in order. */
    private static String order(Execution execution) {
        StringBuilder order = new StringBuilder();
        for (Event event : execution.events()) {
            if (event.operation().kind() == OperationKind.COND_SIGNAL) {
                order.append(event.thread()).append('.');
            }
        }
        return order.toString();
    }

    private static double chiSquare(SamplingStrategy strategy, Policy.Kind kind, String arguments, int cells)
            throws Exception {
        Map<String, Integer> counts = new HashMap<>();
        explore(List.of(arguments.split(" ")), 1, 2_000L * TIMES, new Sampling(strategy, SEED), (policy, execution) -> {
            if (policy.kind() == kind) {
                counts.merge(order(execution), 1, Integer::sum);
            }
        });
        double total = counts.values().stream().mapToInt(n -> n).sum();
        double expected = total / cells;
        double sum = (cells - counts.size()) * expected;
        for (int count : counts.values()) {
            sum += (count - expected) * (count - expected) / expected;
        }
        return sum;
    }

    /** Limits are the 99.99 % quantiles of χ² with one degree of freedom less than there are interleavings. */
    @ParameterizedTest
    @CsvSource({"2 2,6,25.7", "1 5,6,25.7", "4 4,70,121", "2 2 2,90,147", "1 2 3,60,108"})
    void surw_isUniformOverTheInterleavings(String arguments, int interleavings, double limit) throws Exception {
        double found = chiSquare(SamplingStrategy.SURW, Policy.Kind.SURW, arguments, interleavings);
        assertTrue(found < limit, "chi-square " + found);
    }

    @Test
    void randomWalk_isNot() throws Exception {
        assertTrue(chiSquare(SamplingStrategy.RANDOM, Policy.Kind.RANDOM, "1 5", 6) > 300);
    }

    /** Between two neighbouring operations of the first thread all those of the second: two constraints, in every position. */
    @ParameterizedTest
    @EnumSource(names = {"PCT", "PCTVB"})
    void priorities_showBugsOfDepthTwoAsOftenAsPromised(SamplingStrategy strategy) throws Exception {
        int steps = 6;
        for (int at = 1; at < steps; at++) {
            String bug = "1.".repeat(at) + "2.".repeat(steps) + "1.".repeat(steps - at);
            assertPromise(strategy, List.of("6", "6"), 2, 1_000 * TIMES, order -> order.equals(bug));
        }
    }

    /** Three constraints: 1 before 2, 2 before 1's next, that before 2's next. */
    @ParameterizedTest
    @EnumSource(names = {"PCT", "PCTVB"})
    void priorities_showBugsOfDepthThreeAsOftenAsPromised(SamplingStrategy strategy) throws Exception {
        assertPromise(strategy, List.of("2", "2"), 3, 5_000 * TIMES, order -> order.equals("1.2.1.2."));
        assertPromise(strategy, List.of("2", "3"), 3, 5_000 * TIMES, order -> order.equals("1.2.2.1.2."));
    }

    private void assertPromise(
            SamplingStrategy strategy, List<String> arguments, int depth, int executions, Predicate<String> bug)
            throws Exception {
        List<Integer> hits = new ArrayList<>();
        Sampling sampling = new Sampling(strategy, SEED);
        explore(arguments, 1, executions, sampling, (policy, execution) -> {
            if (policy.kind() == Policy.Kind.PCT && policy.depth() == depth) {
                hits.add(bug.test(order(execution)) ? 1 : 0);
            }
        });
        Guarantee promise = sampling.guarantees().stream()
                .filter(guarantee -> guarantee.depth() == depth)
                .findFirst()
                .orElseThrow();
        double chance = 1 / (promise.threads() * Math.pow(promise.length(), depth - 1)); // one object: C(Q,v) = 1
        int hit = hits.stream().mapToInt(n -> n).sum();
        double promised = chance * hits.size();
        assertEquals(promise.executions(), hits.size());
        assertTrue(hit >= promised - 3 * Math.sqrt(promised), hit + " is less often than " + promised);
    }

    /** Three delays at most do not reach every class, nor do two changes of priority where one thread is last. */
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"DELAY", "LATE"})
    void everyClassOfASmallProgram_isDrawn(SamplingStrategy strategy) throws Exception {
        List<String> arguments = List.of("try", "try", "try");
        long classes = explore(arguments, 1, 1_000, new OptimalDpor(), (policy, execution) -> {});
        Sampling sampling = new Sampling(strategy, SEED);
        explore(arguments, 2, 2_000L * TIMES, sampling, (policy, execution) -> {});
        assertEquals(21, classes);
        assertEquals(classes, sampling.distinct());
    }

    @ParameterizedTest
    @EnumSource
    void sameSeed_sameExecutionsHoweverManyAtATime(SamplingStrategy strategy) throws Exception {
        List<List<Event>> alone = new ArrayList<>();
        List<List<Event>> together = new ArrayList<>();
        List<List<Event>> otherwise = new ArrayList<>();
        List<String> arguments = List.of("3", "try", "try", "3");
        explore(arguments, 1, 200, new Sampling(strategy, 5), (policy, execution) -> alone.add(execution.events()));
        explore(arguments, 2, 200, new Sampling(strategy, 5), (policy, execution) -> together.add(execution.events()));
        explore(arguments, 2, 200, new Sampling(strategy, 6), (policy, execution) -> otherwise.add(execution.events()));
        assertEquals(alone, together);
        assertNotEquals(alone, otherwise, "another seed, other executions");
    }
}
