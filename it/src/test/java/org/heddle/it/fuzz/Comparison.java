package org.heddle.it.fuzz;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.heddle.dpor.bound.Coarser;
import org.heddle.dpor.bound.SearchOptions;
import org.heddle.dpor.bound.tree.Reduction;
import org.heddle.dpor.detect.Detectors;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.explore.Budget;
import org.heddle.dpor.explore.Explorer;
import org.heddle.dpor.explore.Verdict;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.frontier.Proved.Measure;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.explore.restart.RaceAware;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Note;
import org.heddle.dpor.strategy.Sampling;
import org.heddle.dpor.strategy.SamplingStrategy;
import org.heddle.server.WorkerPool;
import org.heddle.server.launch.LaunchException;
import org.heddle.server.launch.LaunchOptions;
import org.heddle.server.protocol.message.PointsMode;
import org.heddle.server.protocol.message.RunOptions;
import org.heddle.server.protocol.message.TimeoutsMode;
import org.heddle.server.restart.Restart;
import org.heddle.server.restart.RestartDiffersException;

/** Compares what the reductions, bounds and kinds of scheduling points see of a program with all its interleavings. */
final class Comparison {
    private static final Plan.Limits LIMITS = new Plan.Limits(2000, 5000);
    private static final int BOUNDS = 2;
    private static final int INTERLEAVINGS = Integer.getInteger("heddle.fuzz.interleavings", 2_000);
    private static final int ALL = Integer.getInteger("heddle.fuzz.all", 2 * INTERLEAVINGS);

    /** Those that leave what threads do and see as it is. */
    private static final Set<Coarser> COARSER = EnumSet.complementOf(EnumSet.of(Coarser.EXIT));

    private static final int SAMPLES = Integer.getInteger("heddle.fuzz.samples", 100);
    private static final List<SamplingStrategy> SAMPLED =
            List.of(SamplingStrategy.RANDOM, SamplingStrategy.POS, SamplingStrategy.PCT, SamplingStrategy.SURW);

    private final int number;
    private final boolean mayGoOnForEver;
    private final LaunchOptions launch;
    private final TimeoutsMode timeouts;
    private final List<String> differences = new ArrayList<>();
    private boolean covered;
    private boolean isControlled = true; // where a timer expires because threads go on, not all moments are explored
    private Optional<Observed> proved = Optional.empty();

    /**
     * A comparison.
     *
     * @param program the executable
     * @param number its argument, which chooses the program
     * @param mayGoOnForEver whether some of its executions may have no end
     * @param shim of the runtime
     * @param timeouts when timed operations time out
     */
    Comparison(Path program, int number, boolean mayGoOnForEver, Path shim, TimeoutsMode timeouts) {
        this.number = number;
        this.mayGoOnForEver = mayGoOnForEver;
        this.timeouts = timeouts;
        launch = LaunchOptions.of(program, shim)
                .withArguments(List.of(Integer.toString(number)))
                .withRestart(Restart.PROCESS)
                .withRun(RunOptions.DEFAULT.withTimeouts(timeouts))
                .withEnvironment(Map.of());
    }

    /** Whether all interleavings were run, so that nothing can have been missed by both sides. */
    boolean isCovered() {
        return covered;
    }

    /** What the exploration that is the default has seen, if it came to its end. */
    Optional<Observed> proved() {
        return proved;
    }

    /** What was seen by one side only; empty if all is well. */
    List<String> differences() throws InterruptedException, LaunchException {
        try {
            compare();
        } catch (RestartDiffersException differs) {
            differences.add(differs.getMessage());
        }
        return differences;
    }

    private void compare() throws InterruptedException, LaunchException {
        Observed all;
        try (WorkerPool pool = WorkerPool.start(launch.withPoints(PointsMode.ALL))) {
            all = explore(pool, search(Reduction.NONE).frontier(), ALL);
            covered = all.verdict().complete();
            sound("all interleavings", all);
            for (SamplingStrategy strategy : SAMPLED) {
                Observed sampled = explore(pool, new Sampling(strategy, number), SAMPLES);
                sound(strategy.toString(), sampled);
                if (covered) {
                    missing("all interleavings, in comparison to " + strategy, sampled, all);
                }
                all = all.and(sampled);
            }
            for (Reduction reduction : List.of(Reduction.OPTIMAL, Reduction.SOURCE, Reduction.CLASSIC)) {
                Observed reduced = explore(pool, search(reduction).frontier(), INTERLEAVINGS);
                compare(reduction.toString(), all, reduced);
                if (reduction == Reduction.OPTIMAL) {
                    replay(pool, reduced);
                    if (!reduced.verdict().complete()) {
                        return; // too large for what follows to tell anything
                    }
                    if (reduced.verdict().counts().blocked() > 0) {
                        differences.add("OPTIMAL: redundant executions: "
                                + reduced.verdict().counts().blocked());
                    }
                }
            }
            for (Coarser one : COARSER) {
                SearchOptions coarser = search(Reduction.OPTIMAL).with(Set.of(one));
                compare("OPTIMAL, " + one, all, explore(pool, coarser.frontier(), INTERLEAVINGS));
            }
            for (int bound = 0; bound <= BOUNDS; bound++) {
                SearchOptions bounded = new SearchOptions(false, Measure.PREEMPTIONS, bound, Reduction.OPTIMAL);
                compareWithin(bound, all, explore(pool, bounded.frontier(), INTERLEAVINGS));
            }
            compare("AUTO COURSE", all, explore(pool, SearchOptions.DEFAULT.frontier(), INTERLEAVINGS));
        }
        // in forks once, and not above: a fork takes the time of many executions
        try (WorkerPool pool = WorkerPool.start(
                launch.withPoints(PointsMode.AUTO).withRestart(Restart.FORK).withJobs(2))) {
            Observed some = explore(pool, new RaceAware(() -> coarsest().frontier()), INTERLEAVINGS);
            sound("points=auto, 2 workers", some);
            if (some.verdict().complete()) {
                proved = Optional.of(some);
                missing("points=auto", "finding", names(all), names(some));
                missing(
                        "points=auto",
                        "output",
                        all.finished().keySet(),
                        some.finished().keySet());
            }
            if (covered) {
                missing("points=all, all interleavings", "finding", names(some), names(all));
                missing(
                        "points=all, all interleavings",
                        "output",
                        some.finished().keySet(),
                        all.finished().keySet());
            }
            replay(pool, some);
        }
    }

    private static SearchOptions search(Reduction reduction) {
        return new SearchOptions(false, Measure.NONE, 0, reduction);
    }

    private static SearchOptions coarsest() {
        return search(Reduction.OPTIMAL).with(COARSER);
    }

    /** What is seen where racing memory becomes visible; at most so many executions. */
    static Observed explored(WorkerPool pool, SearchOptions options, long most) throws InterruptedException {
        return explore(pool, new RaceAware(options::frontier), most);
    }

    private static Observed explore(WorkerPool pool, Frontier frontier, long most) throws InterruptedException {
        Observer observer = new Observer();
        Budget budget = Budget.unlimited(true).withMaxExecutions(most);
        Verdict verdict = new Explorer(
                        new KeepingOutput(pool), frontier, budget, LIMITS, Detectors.standard(), observer)
                .explore();
        return observer.observed(verdict);
    }

    private static Set<String> names(Observed observed) {
        Set<String> names = new TreeSet<>();
        observed.findings().keySet().forEach(name -> names.add(name.replaceAll("] \\[.*", "]")));
        return names;
    }

    private void sound(String what, Observed observed) {
        isControlled &= observed.verdict().notes().stream().noneMatch(note -> note.kind() == Note.Kind.UNCONTROLLED);
        if (observed.verdict().counts().diverged() > 0) {
            differences.add(
                    what + ": diverged: " + observed.verdict().firstDivergence().divergence());
        }
        Map<Verdict.Gap, Long> gaps = new HashMap<>(observed.verdict().gaps());
        gaps.remove(Verdict.Gap.EXECUTION_LIMIT);
        if (mayGoOnForEver) {
            gaps.remove(Verdict.Gap.TOO_LONG);
        }
        if (!gaps.isEmpty()) {
            differences.add(what + ": gaps: " + gaps);
        }
    }

    private void compare(String what, Observed all, Observed reduced) {
        String name = what + ", timeouts=" + timeouts;
        sound(name, reduced);
        if (reduced.verdict().complete()) {
            missing(name, all, reduced);
        }
        if (covered) {
            missing("all interleavings, in comparison to " + name, reduced, all);
        }
    }

    private void missing(String where, Observed expected, Observed found) {
        missing(where, "finding", expected.findings().keySet(), found.findings().keySet());
        missing(where, "output", expected.outputs().keySet(), found.outputs().keySet());
        missing(where, "class", expected.classes().keySet(), found.classes().keySet());
    }

    private void compareWithin(int bound, Observed all, Observed bounded) {
        String name = "preemptions=" + bound + ", timeouts=" + timeouts;
        sound(name, bounded);
        if (bounded.verdict().gaps().isEmpty()) {
            missing(
                    name,
                    "finding",
                    Observed.within(all.findings(), bound),
                    bounded.findings().keySet());
            missing(
                    name,
                    "output",
                    Observed.within(all.outputs(), bound),
                    bounded.outputs().keySet());
            missing(
                    name,
                    "class",
                    Observed.within(all.classes(), bound),
                    bounded.classes().keySet());
        }
        if (covered) {
            String other = "all interleavings, in comparison to " + name;
            missing(
                    other,
                    "finding",
                    bounded.findings().keySet(),
                    all.findings().keySet());
        }
    }

    private void missing(String where, String what, Set<String> expected, Set<String> found) {
        for (String one : new TreeSet<>(expected)) {
            if (isControlled && !found.contains(one)) {
                differences.add(where + ": misses the " + what + " " + one);
                return;
            }
        }
    }

    private void replay(WorkerPool pool, Observed observed) throws InterruptedException {
        for (Map.Entry<String, Finding> entry : observed.examples().entrySet()) {
            Finding finding = entry.getValue();
            pool.submit(new Plan(finding.schedule(), List.of(), LIMITS, true).with(finding.visible()));
            Execution again = pool.take();
            boolean same = Detectors.standard().detect(again).stream()
                    .anyMatch(found -> Observer.name(found).equals(entry.getKey()));
            if (!same) {
                differences.add("replay: " + entry.getKey() + " is not shown again: " + again.outcome() + " "
                        + again.divergence());
            }
        }
    }
}
