package org.heddle.dpor.bound.tree;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.heddle.dpor.analysis.Decisions;
import org.heddle.dpor.explore.frontier.Proved.Measure;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.execution.Execution;

/**
 * Executions that have been run, by every prefix of theirs, so that none is run again for another search. They are looked at when the
 * first is asked for: most programs never come to that. Executions are kept as long as there is room, for to run one again does no harm.
 */
public final class ExecutionCache {
    /** How many events of all executions together are kept: some hundred MiB. */
    private static final long MOST_EVENTS = 8_000_000;

    private final Map<Long, Known> byPrefix = new HashMap<>();
    private final ArrayDeque<Execution> notLookedAt = new ArrayDeque<>();
    private long room = MOST_EVENTS;
    private final Decisions decisions;
    private final Cost cost = Cost.of(Measure.PREEMPTIONS);

    private record Known(Execution execution, int preemptions) {}

    /**
     * Empty.
     *
     * @param dependence which operations conflict
     */
    public ExecutionCache(Dependence dependence) {
        decisions = new Decisions(dependence);
    }

    /** Gives up with {@link org.heddle.dpor.analysis.OutOfTime} once this is so. */
    public void stopWhen(BooleanSupplier isOver) {
        decisions.stopWhen(isOver);
    }

    /** Keeps an execution that has come to its end. */
    public void add(Execution execution) {
        int events = execution.events().size();
        if (events <= room) {
            room -= events;
            notLookedAt.add(execution);
        }
    }

    private void lookAt(Execution execution) {
        Known known = new Known(execution, preemptions(execution));
        long hash = 0;
        keep(hash, known);
        for (Event event : execution.events()) {
            hash = next(hash, Step.of(event));
            keep(hash, known);
        }
    }

    private void keep(long hash, Known known) {
        byPrefix.merge(hash, known, (a, b) -> b.preemptions < a.preemptions ? b : a);
    }

    private int preemptions(Execution execution) {
        decisions.load(execution.events().toArray(new Event[0]), execution);
        int preemptions = 0;
        for (int depth = 0; depth < decisions.length(); depth++) {
            preemptions = cost.after(preemptions, decisions, depth, decisions.thread(depth));
        }
        return preemptions;
    }

    /** An execution that begins with these steps and has at most so many preemptions in all, or null. */
    public Execution find(List<Step> prefix, int mostPreemptions) {
        while (!notLookedAt.isEmpty()) {
            lookAt(notLookedAt.remove());
        }
        long hash = 0;
        for (Step step : prefix) {
            hash = next(hash, step);
        }
        Known found = byPrefix.get(hash);
        boolean fits = found != null && found.preemptions <= mostPreemptions;
        return fits && beginsWith(found.execution.events(), prefix) ? found.execution : null;
    }

    /** Forgets everything. */
    public void clear() {
        byPrefix.clear();
        notLookedAt.clear();
    }

    private static boolean beginsWith(List<Event> events, List<Step> prefix) {
        boolean same = events.size() >= prefix.size();
        for (int n = 0; same && n < prefix.size(); n++) {
            same = Step.of(events.get(n)).equals(prefix.get(n));
        }
        return same;
    }

    private static long next(long hash, Step step) {
        return (hash + 1 + step.thread() * 31L + step.alternative()) * 0x9E3779B97F4A7C15L ^ hash >>> 29;
    }
}
