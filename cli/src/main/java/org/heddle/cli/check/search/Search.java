package org.heddle.cli.check.search;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.heddle.cli.check.options.ModelChoice;
import org.heddle.cli.check.options.StrategyChoice;
import org.heddle.dpor.bound.Coarser;
import org.heddle.dpor.bound.SearchOptions;
import org.heddle.dpor.bound.tree.Reduction;
import org.heddle.dpor.explore.failing.FailuresFirst;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.frontier.Proved.Measure;
import org.heddle.dpor.explore.restart.Known;
import org.heddle.dpor.explore.restart.LateExits;
import org.heddle.dpor.explore.restart.RaceAware;
import org.heddle.dpor.explore.restart.SerialFirst;
import org.heddle.dpor.history.Consistency;
import org.heddle.dpor.history.SerialHistories;
import org.heddle.dpor.optimal.SelfCheck;
import org.heddle.dpor.strategy.Guarantee;
import org.heddle.dpor.strategy.Portfolio;
import org.heddle.dpor.strategy.Sampling;
import org.heddle.dpor.weak.OlderDraws;
import org.heddle.dpor.weak.Robustness;
import org.heddle.dpor.weak.Robustness.Doubt;
import org.heddle.dpor.weak.WeakAlternatives;
import org.heddle.dpor.weak.WeakerExecutions;

/** What is explored, by which strategies; and afterwards what is to be said of them. */
public final class Search {
    /** Of operations one at a time, everything is explored. */
    private static final SearchOptions ONE_AT_A_TIME = new SearchOptions(false, Measure.NONE, 0, Reduction.OPTIMAL);

    private final SerialHistories serial;
    private final Optional<Robustness> monitor;
    private final Optional<OlderDraws> draws;
    private final Optional<WeakerExecutions> weaker;
    private final Frontier frontier;
    private final Optional<SelfCheck> selfCheck;
    private final Known known;
    private final boolean isWeak;
    private final Set<Doubt> outOfReach = EnumSet.noneOf(Doubt.class);
    private final boolean samplesOnly;
    private final boolean isAuto;
    private final List<Sampling> samplers;
    private final Map<String, Integer> findingsBy = new LinkedHashMap<>();

    /**
     * A search by the chosen strategy, of executions of this model; what is systematic about it is done as given.
     *
     * @param consistency what is asked of objects under test
     * @param fails whether calls may fail although nothing is wrong
     */
    public Search(
            StrategyChoice choice,
            SearchOptions systematic,
            ModelChoice model,
            Consistency consistency,
            boolean fails) {
        serial = new SerialHistories(consistency);
        selfCheck = systematic.selfChecked() ? Optional.of(new SelfCheck()) : Optional.empty();
        known = selfCheck.map(Known::new).orElseGet(Known::new);
        samplers = choice.samplers(known.length());
        samplesOnly = choice.samplesOnly();
        isAuto = systematic.isAuto();
        isWeak = model == ModelChoice.RC11;
        Frontier races = new RaceAware(
                () -> new SerialFirst(() -> begin(systematic), () -> ONE_AT_A_TIME.frontier(new Known()), serial));
        Frontier search = fails ? new FailuresFirst(races) : races;
        boolean looks = model == ModelChoice.AUTO || isWeak;
        Set<Coarser> coarser = isWeak ? Set.of() : systematic.coarser();
        monitor = looks ? Optional.of(new Robustness(coarser)) : Optional.empty();
        draws = monitor.filter(monitors -> !isWeak).map(monitors -> new OlderDraws(search, monitors, choice.seed()));
        weaker = draws.filter(drawing -> samplers.isEmpty() && !fails)
                .map(drawing -> new WeakerExecutions(drawing, monitor.get(), () -> allOfRc11(systematic), outOfReach));
        frontier = weaker.isPresent() ? weaker.get() : draws.isPresent() ? draws.get() : search;
    }

    private Frontier begin(SearchOptions systematic) {
        if (isWeak) {
            return ofRc11(systematic, known);
        }
        if (samplers.isEmpty()) {
            return systematic.frontier(known);
        }
        if (!samplesOnly) {
            return new Portfolio(systematic.frontier(known), samplers);
        }
        Sampling sampler = samplers.get(0);
        return systematic.coarser().contains(Coarser.EXIT)
                ? LateExits.start(lately -> sampler, known.length())
                : sampler;
    }

    private Frontier allOfRc11(SearchOptions systematic) {
        return new RaceAware(() -> ofRc11(systematic, new Known()));
    }

    private Frontier ofRc11(SearchOptions systematic, Known becomesKnown) {
        return systematic.frontier(becomesKnown, () -> new WeakAlternatives(outOfReach));
    }

    public Frontier frontier() {
        return frontier;
    }

    /** What looks whether C11 allows other executions; empty if nobody does. */
    public Optional<Robustness> monitor() {
        return monitor;
    }

    /** Whether all executions that RC11 allows are explored. */
    public boolean isWeak() {
        return isWeak;
    }

    /** Where they are: why not all of them were. */
    public Set<Doubt> outOfReach() {
        return Set.copyOf(outOfReach);
    }

    /** Whether they were executed behind the interleavings, all of them. */
    public boolean areAllBehind() {
        return weaker.map(WeakerExecutions::areAll).orElse(false);
    }

    /** How many were executed behind the interleavings. */
    public long behind() {
        return weaker.map(WeakerExecutions::count).orElse(0L);
    }

    /** How many of those executions were drawn. */
    public long drawn() {
        return draws.map(OlderDraws::count).orElse(0L);
    }

    /** What operations of objects under test give one at a time, as far as executions have shown it. */
    public SerialHistories serial() {
        return serial;
    }

    /** Whether the bounds are chosen by the search, which ends only where it can go no further. */
    public boolean isAuto() {
        return isAuto;
    }

    /** What the self-check has found so far, if it was asked for. */
    public Optional<SelfCheck.Result> selfCheck() {
        return selfCheck.map(SelfCheck::result);
    }

    /** A strategy has found something. */
    public void found(String strategy) {
        findingsBy.merge(strategy, 1, Integer::sum);
    }

    /** The claim of a search that only samples, or null if it is another. */
    public String sampledClaim(String bugs, long executions) {
        if (!samplesOnly) {
            return null;
        }
        int distinct = samplers.get(0).distinct();
        return "sampled: %s in %d execution%s, %d distinct interleaving%s (classes) seen"
                .formatted(bugs, executions, executions == 1 ? "" : "s", distinct, distinct == 1 ? "" : "s");
    }

    /** What each sampler came to. */
    public List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        selfCheck().map(SelfCheckWords::passed).ifPresent(remarks::add);
        if (!frontier.promise().isEmpty()) {
            remarks.add(frontier.promise());
        }
        if (samplesOnly) {
            remarks.add(
                    "executions were drawn at random, which proves nothing; without --strategy everything is explored");
        }
        for (Sampling sampling : samplers) {
            if (!samplesOnly) {
                remarks.add("%s: executions: %d, classes: %d, %s"
                        .formatted(sampling.name(), sampling.drawn(), sampling.distinct(), foundBy(sampling.name())));
            }
            sampling.guarantees().forEach(guarantee -> remarks.add(words(guarantee)));
        }
        if (!samplers.isEmpty() && !samplesOnly) {
            remarks.add("systematic exploration: " + foundBy("systematic"));
        }
        return remarks;
    }

    private String foundBy(String strategy) {
        int count = findingsBy.getOrDefault(strategy, 0);
        return count == 0 ? "found nothing new" : "first to find " + count;
    }

    private static String words(Guarantee guarantee) {
        boolean everywhere = guarantee.strategy().name().equals("PCT");
        return String.format(
                Locale.ROOT,
                "%s: a bug of depth %d%s would have been shown by these %d executions with a probability of at least"
                        + " %.3g (estimated: n = %d threads, k = %d %s)",
                guarantee.strategy().name().toLowerCase(Locale.ROOT),
                guarantee.depth(),
                everywhere ? "" : " about one or two variables",
                guarantee.executions(),
                guarantee.probability(),
                guarantee.threads(),
                guarantee.length(),
                everywhere ? "operations" : "accesses to them");
    }
}
