package org.heddle.cli.check.options;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.heddle.dpor.explore.restart.Endlessness;
import org.heddle.dpor.strategy.Sampling;
import org.heddle.dpor.strategy.SamplingStrategy;

/**
 * How executions are chosen.
 *
 * @param name which strategy, as the command line has it: one of {@link #names}
 * @param seed of what is random about it
 */
public record StrategyChoice(String name, long seed) {
    /** Everything is explored. */
    public static final String SYSTEMATIC = "systematic";

    /** Everything is explored, and all samplers draw, in turn. */
    public static final String PORTFOLIO = "portfolio";

    /** How many executions are drawn where no limit is given. */
    public static final long DEFAULT_SAMPLES = 10_000;

    /** Refuses a name that is none. */
    public StrategyChoice {
        if (!names().contains(name)) {
            throw new IllegalArgumentException("there is no strategy " + name);
        }
    }

    /** The names on the command line: each way of sampling has its own. */
    public static List<String> names() {
        List<String> names = new ArrayList<>(List.of(SYSTEMATIC));
        Arrays.stream(SamplingStrategy.values()).map(StrategyChoice::name).forEach(names::add);
        names.add(PORTFOLIO);
        return List.copyOf(names);
    }

    private static String name(SamplingStrategy strategy) {
        return strategy.name().toLowerCase(Locale.ROOT);
    }

    /** Whether executions are drawn at random only, without end and without a proof. */
    public boolean samplesOnly() {
        return !name.equals(SYSTEMATIC) && !name.equals(PORTFOLIO);
    }

    /** The samplers that this strategy consists of. */
    public List<Sampling> samplers(Endlessness known) {
        return Arrays.stream(SamplingStrategy.values())
                .filter(strategy -> name.equals(PORTFOLIO) || name.equals(name(strategy)))
                .map(strategy -> new Sampling(strategy, seed, known))
                .toList();
    }
}
