package org.heddle.dpor.explore.restart;

import java.util.function.Predicate;
import java.util.function.Supplier;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.Execution;

/**
 * Tries to take threads to be {@linkplain org.heddle.dpor.model.Relation#alike alike}. Nothing is gained where none are; and where
 * something tells them apart, something could be missed.
 */
public final class ThreadsTrial extends Trial {
    /** So many executions are explored before a trial: a program with fewer classes has them alone. */
    private static final int FIRST = 1_000;

    /**
     * An exploration from the start.
     *
     * @param plain in which no threads are taken to be alike
     * @param start makes one in which they are
     * @param past what trials have shown
     */
    public ThreadsTrial(Frontier plain, Supplier<Frontier> start, Past past) {
        this(plain, start, past, FIRST);
    }

    /**
     * The same, with a trial at another time.
     *
     * @param first so many executions are explored before
     */
    ThreadsTrial(Frontier plain, Supplier<Frontier> start, Past past, int first) {
        super(plain, start, past, first);
    }

    @Override
    protected boolean promises(Execution execution) {
        return count(execution, event -> event.operation().kind() == OperationKind.THREAD_CREATE) > 1;
    }

    @Override
    protected boolean helps(Execution execution) {
        return count(execution, event -> event.operation().beginsAfter() >= 0) > 0;
    }

    private static long count(Execution execution, Predicate<Event> which) {
        return execution.events().stream().filter(which).count();
    }

    @Override
    protected boolean isRefutedBy(Execution execution) {
        return ThreadsDiffer.in(execution);
    }
}
