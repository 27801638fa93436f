package org.heddle.dpor.explore.restart;

import java.util.function.Function;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.model.WholeSections;
import org.heddle.dpor.model.execution.Execution;

/**
 * Tries critical sections that are executed in one go. Nothing is gained where no two sections of different threads commute; and with a data
 * race, which is only told where mutexes order all sections, something could be missed.
 */
public final class SectionsTrial extends Trial {
    /** So many executions are explored before a trial. */
    private static final int FIRST = 64;
    /** A longer execution compares more sections than it saves executions. */
    private static final int LONGEST = 5_000;

    /**
     * An exploration from the start.
     *
     * @param start makes the frontier of an exploration in which these sections are executed in one go
     * @param past what trials have shown
     */
    public SectionsTrial(Function<WholeSections, Frontier> start, Past past) {
        this(start, past, FIRST);
    }

    /**
     * The same, with a trial at another time.
     *
     * @param first so many executions are explored before
     */
    SectionsTrial(Function<WholeSections, Frontier> start, Past past, int first) {
        super(start.apply(WholeSections.NONE), () -> new SectionsAware(start), past, first);
    }

    @Override
    protected boolean promises(Execution execution) {
        return execution.events().size() <= LONGEST && SectionsInOneGo.mayCommute(execution);
    }

    @Override
    protected boolean helps(Execution execution) {
        return SectionsInOneGo.commute(execution);
    }

    @Override
    protected boolean isRefutedBy(Execution execution) {
        return SectionsInOneGo.mayOrderRaces(execution);
    }
}
