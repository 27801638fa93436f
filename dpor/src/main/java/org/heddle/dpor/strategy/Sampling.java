package org.heddle.dpor.strategy;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.heddle.dpor.analysis.SplitMix;
import org.heddle.dpor.analysis.TraceClass;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.plan.Policy;
import org.heddle.dpor.explore.plan.Requirement;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.explore.restart.Endlessness;
import org.heddle.dpor.model.execution.CutOff;
import org.heddle.dpor.model.execution.Divergence;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;

/**
 * Endless executions drawn at random. The n-th depends on the seed, on n, and on what the executions before the last power of two
 * have shown, or before the last few where the strategy {@linkplain SamplingStrategy#learnsAtOnce learns at once}; so the course is the same
 * however many are in flight.
 */
public final class Sampling implements Frontier {
    /** How many executions are drawn before anything is estimated. */
    static final int FIRST = 8;

    /** A strategy that learns at once does so after each so many. */
    static final int FEW = 8;

    /** Each thread of the first sample, and of a program that is not known to go on for longer, may execute so many operations. */
    private static final int LONGEST = 100_000;

    /** And those of a program that goes on for longer, and ends: the limit of the execution alone. */
    private static final int UNLIMITED = 1_000_000_000;

    /** Where the first sample was cut off: so many to begin with, more in later samples, and in the end this many. */
    private static final int SHORTEST = 256;

    private static final int LONG = 10_000;
    private static final int LENGTHENING = 4;

    /** After so many operations in a row the runtime lets others go first. */
    private static final int TURN = 1_000;

    /** Executions may differ in length by this factor; a strategy is more patient. */
    private static final int GROWTH = 2;

    private final SamplingStrategy strategy;
    private final long seed;
    private final Endlessness known;
    private final TraceClass classOf = new TraceClass();
    private final Set<Long> classes = new HashSet<>();
    private final Map<Integer, Guarantee> guarantees = new TreeMap<>();
    private final Profile seen;
    private final int first;
    private final boolean countsClasses;
    private final SortedMap<Long, Came> came = new TreeMap<>();
    private Profile used;
    private long next;
    private long epochEnd;
    private long out;
    private int operations = LONGEST;

    /** What an execution was required to come to, and what it came to. */
    private record Came(List<Requirement> required, ReadsFrom to) {}

    /** Sampling from the start of a program of which nothing is known. */
    public Sampling(SamplingStrategy strategy, long seed) {
        this(strategy, seed, new Endlessness());
    }

    /**
     * Sampling from the start.
     *
     * @param known what is known of the program's length, and what becomes known
     */
    public Sampling(SamplingStrategy strategy, long seed, Endlessness known) {
        this(strategy, seed, known, new Profile(), strategy.first(), true);
    }

    private Sampling(
            SamplingStrategy strategy, long seed, Endlessness known, Profile seen, int first, boolean countsClasses) {
        this.strategy = strategy;
        this.seed = seed;
        this.known = known;
        this.seen = seen;
        this.first = first;
        this.countsClasses = countsClasses;
        used = seen.copy();
        epochEnd = first;
    }

    /**
     * Samplings that learn from each other's executions, so that only the first of them has executions to learn from alone. The n-th
     * execution of each depends on what all have shown before. They do not count {@linkplain #distinct classes}, so that they can go on for
     * long.
     */
    public static List<Sampling> together(List<SamplingStrategy> strategies, long seed, Endlessness known) {
        Profile seen = new Profile();
        return strategies.stream()
                .map(strategy -> new Sampling(
                        strategy, seed, known, seen, strategy == strategies.get(0) ? strategy.first() : 0, false))
                .toList();
    }

    @Override
    public WorkItem poll() {
        if (next <= 1) {
            if (out > 0) {
                return null; // whether the program ends is to be known
            }
            operations = length();
        }
        if (next == epochEnd) {
            if (out > 0) {
                return null;
            }
            used = seen.copy();
            came.values().forEach(one -> seen.corpus().learn(one.required(), one.to()));
            came.clear();
            epochEnd = strategy.learnsAtOnce() ? epochEnd + FEW : Math.max(1, 2 * epochEnd);
            operations = length();
        }
        long index = next++;
        out++;
        return new Sample(name(), index, draw(index), operations);
    }

    private int length() {
        if (known.isRefuted()) {
            return UNLIMITED;
        }
        return known.isSuspected() ? (int) Math.max(SHORTEST, Math.min(LONG, LENGTHENING * epochEnd)) : LONGEST;
    }

    private Policy draw(long index) {
        long own = SplitMix.finish(seed + index * SplitMix.STEP);
        if (index == 0 && first > 0) {
            return Policy.CONTINUE;
        }
        Policy policy = index < first
                ? Policy.of(Policy.Kind.RANDOM, own)
                : strategy.draw(index - first + strategy.first(), own, used);
        return policy.late(seen.hasBegin());
    }

    /** Takes in of an execution, which another search has run, where exploring begins. */
    public void learnBegin(Execution execution) {
        seen.learnBegin(execution);
    }

    /**
     * Whether the execution tells how long others will be. One in which a thread went round a loop until others were let go first tells how
     * patient the strategy was. Its patience follows from the lengths that are known, so that these would grow and grow.
     */
    private boolean isTypical(Policy policy, Execution execution) {
        return switch (policy.kind()) {
            case RANDOM, HOLD -> true;
            case CONTINUE -> CutOff.longestTurn(execution) < TURN;
            default -> execution.events().size() <= GROWTH * used.events();
        };
    }

    /** What is promised counts once the execution has been run; its parameters are still those in use. */
    private void promise(Policy policy) {
        double chance = policy.kind() == Policy.Kind.PCT ? strategy.chance(policy, used) : 0;
        if (chance > 0) {
            guarantees.compute(
                    policy.depth(),
                    (depth, before) -> (before == null ? new Guarantee(strategy, depth, 0, 0, 0, 0) : before)
                            .again(chance, used.threads(), policy.length()));
        }
    }

    @Override
    public Divergence explored(WorkItem item, Execution execution) {
        out--;
        if (isTypical(item.policy(), execution)) {
            seen.add(execution);
        }
        learn((Sample) item, execution);
        if (execution.outcome() == Outcome.CUT_OFF && ((Sample) item).operations() == LONGEST) {
            known.suspect();
        }
        promise(item.policy());
        if (countsClasses && execution.outcome().isComplete()) {
            classes.add(classOf.fingerprint(execution));
        }
        return null;
    }

    private void learn(Sample sample, Execution execution) {
        if (strategy.learnsAtOnce()) {
            came.put(sample.index(), new Came(sample.policy().requirements(), ReadsFrom.of(execution)));
        } else if (countsFirst(sample)) {
            seen.corpus().see(ReadsFrom.of(execution));
        }
    }

    /** Whether it is of those from which samplings together learn. */
    private boolean countsFirst(Sample sample) {
        return !countsClasses && sample.index() < first;
    }

    @Override
    public void abandon(WorkItem item) {
        out--;
    }

    /** One more than those that are out: there is always another. */
    @Override
    public long open() {
        return out + 1;
    }

    /** The strategy's name on the command line. */
    public String name() {
        return strategy.name().toLowerCase(Locale.ROOT);
    }

    /** How many have been given out and not come back. */
    long out() {
        return out;
    }

    /** How many executions have been drawn. */
    public long drawn() {
        return next;
    }

    /** How many distinct classes of complete executions have been seen; 0 where they are not counted. */
    public int distinct() {
        return classes.size();
    }

    /** What is promised of bugs of each depth; empty unless the strategy promises something. */
    public List<Guarantee> guarantees() {
        return List.copyOf(guarantees.values());
    }
}
