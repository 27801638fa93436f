package org.heddle.it.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.heddle.cli.base.Installation;
import org.heddle.dpor.bound.SearchOptions;
import org.heddle.dpor.bound.tree.Reduction;
import org.heddle.dpor.detect.Detectors;
import org.heddle.dpor.explore.Budget;
import org.heddle.dpor.explore.ExplorationListener;
import org.heddle.dpor.explore.Explorer;
import org.heddle.dpor.explore.Verdict;
import org.heddle.dpor.explore.frontier.Proved.Measure;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.explore.restart.RaceAware;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.it.fuzz.StoreBufferMachine.Rule;
import org.heddle.it.testkit.Compiled;
import org.heddle.server.WorkerPool;
import org.heddle.server.launch.LaunchOptions;
import org.heddle.server.protocol.message.PointsMode;
import org.heddle.server.protocol.message.RunFlag;
import org.heddle.server.protocol.message.RunOptions;
import org.heddle.server.protocol.message.SignalRequest;
import org.heddle.server.protocol.message.TimeoutsMode;
import org.heddle.server.restart.Restart;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What programs print under {@code --model=tso} is what x86-TSO lets them print, no less and no more, and likewise for PSO: random small
 * programs against {@link StoreBufferMachine}. {@code -Dheddle.soak=N} sets how many, {@code -Dheddle.seed=N} the first one's seed.
 */
@Timeout(900)
final class StoreBuffersTest {
    private static final int PROGRAMS = Integer.getInteger("heddle.soak", 300);
    private static final long SEED = Long.getLong("heddle.seed", 1);
    private static final Path SOURCE =
            Path.of("src/test/resources/store-buffers/litmus.c").toAbsolutePath();
    private static final String KINDS = "wwvvpplhWrrrqqbxfa";

    @ParameterizedTest
    @EnumSource(names = {"TSO", "PSO"})
    void randomPrograms_printWhatTheMachinePrints(RunFlag model) throws Exception {
        long outcomes = 0;
        for (long seed = SEED; seed < SEED + PROGRAMS; seed++) {
            List<String> program = random(seed);
            Set<String> expected = StoreBufferMachine.outcomes(program, rules(model));
            assertEquals(expected, explored(program, model, seed), "seed " + seed + ": " + program);
            outcomes += expected.size();
        }
        System.out.printf("%s: %d programs, %d outcomes%n", model, PROGRAMS, outcomes);
    }

    private static Set<Rule> rules(RunFlag model) {
        return model == RunFlag.PSO ? StoreBufferMachine.PSO : StoreBufferMachine.TSO;
    }

    /** Of each rule there is a program that tells, so that the comparison above would notice if the runtime broke it. */
    @ParameterizedTest
    @EnumSource
    void aBrokenRule_isNoticed(Rule rule) throws Exception {
        List<String> program =
                switch (rule) {
                    case FORWARDING -> List.of("w0r0r1", "w1r1r0");
                    case FENCES_DRAIN -> List.of("w0f0r1", "w1f0r0");
                    case UPDATES_DRAIN -> List.of("w0x2r1", "w1x2r0");
                    case IN_ORDER -> List.of("w0w1", "r1r0");
                    case OVERLAPPING_IN_ORDER -> List.of("w0l3", "r0r0");
                    case RELEASES_WAIT -> List.of("w0v1", "r1r0");
                    case RELEASE_FENCES_HOLD -> List.of("w0a0w1", "r1r0");
                    case BUFFERS -> List.of("w0r1", "w1r0");
                };
        for (RunFlag model : List.of(RunFlag.TSO, RunFlag.PSO)) {
            if (rules(model).contains(rule)) {
                Set<Rule> others = new HashSet<>(rules(model));
                others.remove(rule);
                Set<String> explored = explored(program, model, 1);
                assertNotEquals(StoreBufferMachine.outcomes(program, others), explored);
                assertEquals(StoreBufferMachine.outcomes(program, rules(model)), explored);
            }
        }
    }

    /** Numbers of classes that can be counted by hand: the four of store buffering, the three of two exchanges. */
    @ParameterizedTest
    @CsvSource({
        "TSO, w0r1, w1r0, 4",
        "TSO, w0f0r1, w1f0r0, 3",
        "TSO, W0r1, W1r0, 3",
        "TSO, w0w1, r1r0, 3",
        "PSO, w0r1, w1r0, 4",
        "PSO, w0w1, r1r0, 4",
        "PSO, w0v1, r1r0, 3",
        "PSO, w0a0w1, r1r0, 3",
        "PSO, w0w0, r0r0, 6",
        "PSO, w0w1w2f0, r0, 2",
        "PSO, w0w1v2v0, r0, 3",
    })
    void classesOfLitmusTests_areExploredOnceEach(RunFlag model, String one, String other, int classes)
            throws Exception {
        assertEquals(
                classes,
                explore(List.of(one, other), model, 1, new TreeSet<>()).counts().total());
    }

    private static List<String> random(long seed) {
        Random random = new Random(seed);
        List<String> program = new ArrayList<>();
        int threads = random.nextInt(4) == 0 ? 3 : 2;
        for (int thread = 0; thread < threads; thread++) {
            StringBuilder word = new StringBuilder();
            int length = threads == 3 ? 1 + random.nextInt(2) : 2 + random.nextInt(3);
            for (int n = 0; n < length; n++) {
                word.append(KINDS.charAt(random.nextInt(KINDS.length())))
                        .append((char) ('0' + random.nextInt(2) + StoreBufferMachine.VARIABLES * random.nextInt(2)));
            }
            program.add(word.toString());
        }
        return program;
    }

    private static Set<String> explored(List<String> program, RunFlag model, long seed) throws Exception {
        Set<String> printed = new TreeSet<>();
        Verdict verdict = explore(program, model, seed, printed);
        assertTrue(verdict.complete(), () -> program + ": " + verdict.gaps());
        assertEquals(0, verdict.counts().blocked(), program::toString);
        assertEquals(0, verdict.counts().diverged(), program::toString);
        return printed;
    }

    private static Verdict explore(List<String> program, RunFlag model, long seed, Set<String> printed)
            throws Exception {
        RunOptions run = new RunOptions(
                PointsMode.AUTO,
                TimeoutsMode.LAST_RESORT,
                RunOptions.MOST_EXPIRIES,
                RunOptions.DEFAULT.spurious(),
                RunOptions.DEFAULT.failures(),
                Set.of(model),
                Set.of(),
                SignalRequest.NONE);
        LaunchOptions launch = LaunchOptions.of(
                        Compiled.of(SOURCE), Installation.ofThisProcess().shim())
                .withArguments(program)
                .withRestart(seed % 2 == 0 ? Restart.FORK : Restart.COMPARE)
                .withRun(run)
                .withEnvironment(Map.of());
        ExplorationListener listener = new ExplorationListener() {
            @Override
            public void executed(Execution execution, long executions, long open, WorkItem item) {
                if (!Detectors.mayOvertake(execution)) {
                    printed.add(new String(execution.stdout(), StandardCharsets.UTF_8));
                }
            }
        };
        SearchOptions search = new SearchOptions(false, Measure.NONE, 0, Reduction.OPTIMAL);
        try (WorkerPool pool = WorkerPool.start(launch)) {
            return new Explorer(
                            new KeepingOutput(pool),
                            new RaceAware(search::frontier),
                            Budget.unlimited(true),
                            new Plan.Limits(2000, 5000),
                            Detectors.standard(),
                            listener)
                    .explore();
        }
    }
}
