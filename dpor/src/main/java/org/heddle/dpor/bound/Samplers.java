package org.heddle.dpor.bound;

import java.util.List;
import org.heddle.dpor.explore.Endlessness;
import org.heddle.dpor.explore.WorkItem;
import org.heddle.dpor.model.Execution;
import org.heddle.dpor.strategy.Sampling;
import org.heddle.dpor.strategy.SamplingStrategy;

/**
 * The samples of the default course. They outlive the searches beside which they are drawn: one that begins again, because it has seen
 * more memory that races, goes on with other samples.
 */
final class Samplers {
    private static final List<SamplingStrategy> STRATEGIES = List.of(
            SamplingStrategy.RANDOM,
            SamplingStrategy.SURW,
            SamplingStrategy.POS,
            SamplingStrategy.PCT,
            SamplingStrategy.LATE,
            SamplingStrategy.HOLD);

    /** Whose turn it is once enough is known of the program. The last sampler is for circles of locks only. */
    private static final List<SamplingStrategy> TURNS = List.of(
            SamplingStrategy.SURW,
            SamplingStrategy.POS,
            SamplingStrategy.SURW,
            SamplingStrategy.PCT,
            SamplingStrategy.LATE);

    /** So many samples come first, and when a search begins again, from which the others learn what threads and objects there are. */
    private static final int LEARNING = 8;

    /** So many events of samples of a program that goes on for ever may come before as many of the search: some seconds' worth. */
    private static final long FIRST_EVENTS = 300_000;

    private final List<Sampling> samplings;
    private final Endlessness known;
    private final boolean drawOfEndless;
    private long turn;
    private int learning;
    private long drawnEvents;
    private long searchedEvents;

    /** None drawn yet, of a program of which this is known; of one that goes on for ever, if that is wanted. */
    Samplers(Endlessness known, boolean drawOfEndless) {
        this.known = known;
        this.drawOfEndless = drawOfEndless;
        samplings = Sampling.together(STRATEGIES, 1, known);
    }

    /** A search begins, in which executions may be others than they were. */
    void learn() {
        learning = LEARNING;
    }

    /** Takes note of an execution's length. */
    void count(Execution execution, boolean isDrawn) {
        int events = execution.events().size();
        drawnEvents += isDrawn ? events : 0;
        searchedEvents += isDrawn ? 0 : events;
    }

    /**
     * Whether the program goes on for ever and less has been drawn than searched. The search proves something of the first operations of
     * each thread alone there. How far it comes beyond the program's start, nobody knows; samples do, and are so long that they are
     * counted by their events.
     */
    boolean areDueOfEndless() {
        return drawOfEndless
                && known.isSuspected()
                && !known.isRefuted()
                && drawnEvents <= Math.max(FIRST_EVENTS, searchedEvents);
    }

    /** A sample of the sampler whose turn it is; null until what is out has come back. */
    Drawn next() {
        boolean isLearning = learning > 0;
        Drawn sample = of(isLearning ? SamplingStrategy.RANDOM : TURNS.get((int) (turn % TURNS.size())));
        if (sample != null && isLearning) {
            learning--;
        } else if (sample != null) {
            turn++;
        }
        return sample;
    }

    /** A sample in which threads that hold locks wait for each other; null until what is out has come back. */
    Drawn towardsDeadlock() {
        return of(SamplingStrategy.HOLD);
    }

    private Drawn of(SamplingStrategy strategy) {
        Sampling sampling = samplings.get(STRATEGIES.indexOf(strategy));
        WorkItem item = sampling.poll();
        return item == null ? null : new Drawn(sampling, item);
    }

    /** A sample and whose it is. */
    record Drawn(Sampling sampling, WorkItem item) {}
}
