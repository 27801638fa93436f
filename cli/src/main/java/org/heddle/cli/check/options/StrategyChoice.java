package org.heddle.cli.check.options;

import java.util.Arrays;
import java.util.List;
import org.heddle.dpor.explore.Endlessness;
import org.heddle.dpor.strategy.Sampling;
import org.heddle.dpor.strategy.SamplingStrategy;

/**
 * How executions are chosen.
 *
 * @param name which strategy
 * @param seed of what is random about it
 */
public record StrategyChoice(Name name, long seed) {
    /** How many executions are drawn where no limit is given. */
    public static final long DEFAULT_SAMPLES = 10_000;

    /** The strategies, by their names on the command line. */
    public enum Name {
        SYSTEMATIC,
        RANDOM,
        PCT,
        PCTVB,
        POS,
        SURW,
        DELAY,
        LATE,
        HOLD,
        PORTFOLIO
    }

    /** Whether executions are drawn at random only, without end and without a proof. */
    public boolean samplesOnly() {
        return name != Name.SYSTEMATIC && name != Name.PORTFOLIO;
    }

    /** The samplers that this strategy consists of. */
    public List<Sampling> samplers(Endlessness known) {
        return switch (name) {
            case SYSTEMATIC -> List.of();
            case PORTFOLIO -> Arrays.stream(SamplingStrategy.values())
                    .map(strategy -> new Sampling(strategy, seed, known))
                    .toList();
            default -> List.of(new Sampling(SamplingStrategy.valueOf(name.name()), seed, known));
        };
    }
}
