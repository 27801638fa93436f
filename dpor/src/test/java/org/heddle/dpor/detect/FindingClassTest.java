package org.heddle.dpor.detect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.heddle.dpor.analysis.TraceClass;
import org.heddle.dpor.bound.SearchOptions;
import org.heddle.dpor.bound.tree.Reduction;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.explore.Budget;
import org.heddle.dpor.explore.ExplorationListener;
import org.heddle.dpor.explore.Explorer;
import org.heddle.dpor.explore.frontier.Proved.Measure;
import org.heddle.dpor.explore.plan.ExecutionRunner;
import org.heddle.dpor.explore.plan.Lookahead;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.dpor.testkit.Oracle;
import org.heddle.dpor.testkit.Program;
import org.heddle.dpor.testkit.RandomProgram;
import org.heddle.dpor.testkit.SimulatedTarget;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a deadlock or lost wakeup names is the same in all executions of a class, so that it is one finding. */
@Tag("thorough")
final class FindingClassTest {
    private static final int PROGRAMS = Integer.getInteger("heddle.soak", 100) / 2;

    /** Runs plans, and notes for each execution its class and what its findings name. */
    private static final class Witness implements ExecutionRunner {
        private final ExecutionRunner runner;
        private final TraceClass classes = new TraceClass();
        private final Map<Long, List<String>> named = new HashMap<>();
        private int again;

        Witness(ExecutionRunner runner) {
            this.runner = runner;
        }

        @Override
        public Lookahead lookahead() {
            return runner.lookahead();
        }

        @Override
        public void submit(Plan plan) throws InterruptedException {
            runner.submit(plan);
        }

        @Override
        public Execution take() throws InterruptedException {
            Execution execution = runner.take();
            if (execution.outcome() == Outcome.DEADLOCK) {
                List<String> words = words(execution);
                List<String> before = named.putIfAbsent(classes.fingerprint(execution), words);
                if (before != null) {
                    again++;
                    assertEquals(before, words);
                }
            }
            return execution;
        }

        /** Steps are named by their threads and what these had done before, which no reordering changes. */
        private static List<String> words(Execution execution) {
            List<String> words = new ArrayList<>();
            for (Finding finding : Detectors.standard().detect(execution)) {
                words.add(finding.kind() + " " + finding.cause() + " " + finding.threads());
                List<String> steps = new ArrayList<>();
                finding.related().forEach(step -> steps.add(name(execution, step)));
                steps.sort(null);
                words.addAll(steps);
            }
            return words.stream()
                    .map(word -> word.replaceAll("step=\\d+", "").replaceAll(", step \\d+", ""))
                    .toList();
        }

        private static String name(Execution execution, int step) {
            Event event = execution.events().get(step);
            long before = execution.events().subList(0, step).stream()
                    .filter(other -> other.thread() == event.thread())
                    .count();
            return event.thread() + "." + before;
        }
    }

    private static int repeats(Program program, int executions) throws InterruptedException {
        Witness witness = new Witness(new SimulatedTarget(program, Oracle.MEMORY, 1));
        new Explorer(
                        witness,
                        new SearchOptions(false, Measure.NONE, 0, Reduction.NONE).frontier(),
                        Budget.unlimited(true).withMaxExecutions(executions),
                        Plan.Limits.DEFAULT,
                        Detectors.standard(),
                        ExplorationListener.SILENT)
                .explore();
        return witness.again;
    }

    @Test
    void ofSeveralUnheardSignals_theSameIsNamed() throws InterruptedException {
        assertTrue(repeats(
                        Program.bare(
                                t -> t.signal(2).write(0, 1),
                                t -> t.signal(2).write(1, 1),
                                t -> t.lock(1).waitOn(2, 1).unlock(1),
                                t -> t.lock(3).signal(2).unlock(3)),
                        5_000)
                > 100);
    }

    @Test
    void inRandomPrograms_theSameIsNamed() throws InterruptedException {
        int repeats = 0;
        for (int seed = 0; seed < PROGRAMS; seed++) {
            repeats += repeats(RandomProgram.of(seed).compile(), 300);
        }
        assertTrue(repeats > 2 * PROGRAMS, "deadlocks of a class seen before: " + repeats);
    }
}
