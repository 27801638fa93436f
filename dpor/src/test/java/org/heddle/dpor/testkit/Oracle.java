package org.heddle.dpor.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.heddle.dpor.detect.Detectors;
import org.heddle.dpor.explore.Budget;
import org.heddle.dpor.explore.ExplorationListener;
import org.heddle.dpor.explore.Explorer;
import org.heddle.dpor.explore.Verdict;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.execution.Execution;

/** Compares an exploration with brute force. */
public final class Oracle {
    public static final int MEMORY = 64;

    private Oracle() {}

    /**
     * How an exploration compares with brute force.
     *
     * @param classes how many there are
     * @param missing how many the exploration did not reach
     * @param unknown how many it reached that do not exist
     * @param repeated how many executions were of a class seen before
     * @param verdict of the exploration
     */
    public record Comparison(int classes, int missing, int unknown, int repeated, Verdict verdict) {
        /** Nothing is missing, and the exploration says so. */
        public boolean isSound() {
            return missing == 0 && unknown == 0 && verdict.complete();
        }

        /** Every class was explored once, and nothing else. */
        public boolean isOptimal() {
            return isSound() && repeated == 0 && verdict.counts().total() == classes;
        }
    }

    /** Explores a program to the end. */
    public static Verdict explore(SimulatedTarget target, Frontier frontier) {
        return explore(target, frontier, 3_000_000);
    }

    /** Explores a program to the end, or for so many executions. */
    public static Verdict explore(SimulatedTarget target, Frontier frontier, long most) {
        return explore(target, frontier, most, execution -> {});
    }

    /** The same; every execution is handed on as it comes. */
    public static Verdict explore(SimulatedTarget target, Frontier frontier, long most, Consumer<Execution> each) {
        ExplorationListener listener = new ExplorationListener() {
            @Override
            public void executed(Execution execution, long count, long open) {
                each.accept(execution);
            }
        };
        try {
            return new Explorer(
                            target,
                            frontier,
                            Budget.unlimited(true).withMaxExecutions(most),
                            Plan.Limits.DEFAULT,
                            Detectors.standard(),
                            listener)
                    .explore();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Explores, and compares with the classes that brute force has found. */
    public static Comparison compare(Program program, Set<String> expected, Frontier frontier, int capacity) {
        return compare(new SimulatedTarget(program, MEMORY, capacity), expected, frontier);
    }

    /** The same of a target that has not run anything yet. */
    public static Comparison compare(SimulatedTarget target, Set<String> expected, Frontier frontier) {
        Verdict verdict = explore(target, frontier);
        Map<String, Integer> reached = target.classes();
        List<String> missing = new ArrayList<>(expected);
        missing.removeAll(reached.keySet());
        List<String> unknown = new ArrayList<>(reached.keySet());
        unknown.removeAll(expected);
        int repeated = reached.values().stream().mapToInt(n -> n - 1).sum();
        return new Comparison(expected.size(), missing.size(), unknown.size(), repeated, verdict);
    }
}
