package org.heddle.it.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.heddle.dpor.analysis.Decisions;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.ObjectFamily;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.execution.Divergence;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.server.WorkerPool;
import org.heddle.server.launch.LaunchOptions;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The exploration's model and the runtime agree on which threads are enabled: at random points of random executions, every thread
 * is asked to run next, and it can where the model says so and nowhere else.
 */
@Timeout(900)
final class EnabledSetsTest {
    private static final int EXECUTIONS = 12;
    private static final int POINTS = 10;
    private static final String NOT_ENABLED = "the thread is not enabled";

    @TempDir
    private Path folder;

    private int compared;

    /** Those whose executions repeat: one names its semaphores by its process id. */
    static List<Path> programs() throws IOException {
        return ConformanceTest.programs().stream()
                .filter(program -> !program.endsWith("semaphores_named.c"))
                .toList();
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("programs")
    void enabledThreads_areThoseOfTheModel(Path source) throws Exception {
        Path program = ConformanceTest.compile(folder, source);
        Random random = new Random(7);
        try (WorkerPool pool = WorkerPool.start(LaunchOptions.of(program, ConformanceTest.shim()))) {
            Execution execution = run(pool, List.of());
            for (int n = 0; n < EXECUTIONS; n++) {
                execution = askAlong(pool, execution, random);
            }
        }
        assertTrue(compared > EXECUTIONS, "too few questions were answered: " + compared);
    }

    /** Compares at some points of an execution; returns another one, which leaves it at one of them. */
    private Execution askAlong(WorkerPool pool, Execution execution, Random random) throws InterruptedException {
        List<Event> events = execution.events();
        Decisions decisions = new Decisions(new Dependence());
        decisions.load(events.toArray(new Event[0]), execution);
        Execution other = execution;
        for (int point = 0; point < POINTS; point++) {
            int depth = random.nextInt(events.size());
            for (int thread = 0; thread < decisions.threads(); thread++) {
                int row = decisions.next(thread, depth);
                if (row != Decisions.NONE && canBeAsked(decisions, depth, row)) {
                    Execution asked = ask(pool, decisions, depth, row);
                    compare(decisions, depth, row, asked);
                    boolean branches = asked.outcome() == Outcome.EXITED && random.nextInt(4) == 0;
                    other = branches ? asked : other;
                }
            }
        }
        return other;
    }

    /**
     * Whether the thread has the operation pending there, and the answer is the runtime's own: others than the program may let in what
     * waits for the kernel, and a timeout depends on what the other threads could do.
     */
    private static boolean canBeAsked(Decisions decisions, int depth, int row) {
        boolean isPending = decisions.previous(row) != Decisions.NONE && decisions.previous(row) < depth;
        boolean isOfKernel = decisions.event(row).operation().kind().family() == ObjectFamily.KERNEL;
        boolean isOpen = isOfKernel && !decisions.isEnabled(row, depth);
        return isPending && !isOpen && !decisions.event(row).isTimeout();
    }

    private void compare(Decisions decisions, int depth, int row, Execution asked) {
        Divergence divergence = asked.divergence();
        if (divergence != null && !divergence.reason().equals(NOT_ENABLED)) {
            throw new AssertionError(divergence + " of a program whose executions repeat");
        }
        boolean isTaken = asked.events().size() > depth
                && asked.events().get(depth).thread() == decisions.event(row).thread();
        compared++;
        assertEquals(
                decisions.isEnabled(row, depth),
                isTaken,
                () -> decisions.event(row) + " before event " + depth + " of " + asked);
    }

    private Execution ask(WorkerPool pool, Decisions decisions, int depth, int row) throws InterruptedException {
        List<Step> prefix = new ArrayList<>();
        for (int step = 0; step < depth; step++) {
            prefix.add(Step.of(decisions.event(step)));
        }
        Step wanted = Step.of(decisions.event(row));
        prefix.add(new Step(wanted.thread(), Event.NO_ALTERNATIVE, wanted.kind(), wanted.object()));
        return run(pool, prefix);
    }

    private static Execution run(WorkerPool pool, List<Step> prefix) throws InterruptedException {
        pool.submit(new Plan(prefix, List.of(), Plan.Limits.DEFAULT, false));
        return pool.take();
    }
}
