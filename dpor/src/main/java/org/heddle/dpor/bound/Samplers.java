package org.heddle.dpor.bound;

import java.util.List;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.explore.restart.Endlessness;
import org.heddle.dpor.model.execution.Execution;
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
            SamplingStrategy.FEEDBACK,
            SamplingStrategy.HOLD);

    /** Whose turn it is once enough is known of the program. The last sampler is for circles of locks only. */
    private static final List<SamplingStrategy> TURNS = List.of(
            SamplingStrategy.FEEDBACK,
            SamplingStrategy.SURW,
            SamplingStrategy.POS,
            SamplingStrategy.FEEDBACK,
            SamplingStrategy.SURW,
            SamplingStrategy.PCT,
            SamplingStrategy.LATE);

    /** So many samples come first, from which the others learn what threads and objects there are. */
    private static final int LEARNING = 8;

    private final List<Sampling> samplings;
    private long turn;

    /** None drawn yet, of a program of which this is known; equal seeds draw equal samples. */
    Samplers(Endlessness known, long seed) {
        samplings = Sampling.together(STRATEGIES, seed, known);
    }

    /** A sample of the sampler whose turn it is; null until what is out has come back. */
    Drawn next() {
        SamplingStrategy strategy =
                turn < LEARNING ? SamplingStrategy.RANDOM : TURNS.get((int) ((turn - LEARNING) % TURNS.size()));
        Drawn sample = of(strategy);
        if (sample != null) {
            turn++;
        }
        return sample;
    }

    /** A sample in which threads that hold locks wait for each other; null until what is out has come back. */
    Drawn towardsDeadlock() {
        return of(SamplingStrategy.HOLD);
    }

    /** Takes in of an execution, which another search has run, where exploring begins. */
    void learnBegin(Execution execution) {
        samplings.get(0).learnBegin(execution); // they learn together
    }

    private Drawn of(SamplingStrategy strategy) {
        Sampling sampling = samplings.get(STRATEGIES.indexOf(strategy));
        WorkItem item = sampling.poll();
        return item == null ? null : new Drawn(sampling, item);
    }

    /** A sample and whose it is. */
    record Drawn(Sampling sampling, WorkItem item) {}
}
