package org.heddle.dpor.weak;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.heddle.dpor.analysis.SplitMix;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.frontier.SearchDecorator;
import org.heddle.dpor.explore.plan.Policy;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.Begin;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.execution.Divergence;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.dpor.model.execution.VisibleMemory;
import org.heddle.dpor.weak.OlderReads.Choice;

/**
 * A search, and beside it executions drawn at random in which accesses overlook stores, once a monitor has seen that C11 allows some that no
 * sequentially consistent execution has. They prove nothing, and are no part of what the search proves.
 *
 * <p>An execution is drawn from one that has been executed: it repeats it up to an access, lets that overlook as many stores as {@link
 * OlderReads} allows, and goes on by itself. So the next one may have one more. Each execution of RC11 can be drawn, if its spin loops read the
 * newest values once they wait.
 */
public final class OlderDraws extends SearchDecorator {
    /** The strategy's name. */
    public static final String NAME = "older-values";

    /** The search comes first; a program that has more executions than this is drawn from meanwhile. */
    private static final int ALONE = 1_000;

    /** Then there is one draw for so many executions of the search. */
    private static final int SHARE = 3;

    /** So many come after the search, or as many as it has had, if these are not many more. */
    private static final int LEAST = 1_000;

    private static final int MOST = 10_000;

    /** When so many in a row have shown nothing new, no more are drawn. */
    private static final int FRUITLESS = 300;

    /** Nor when so many in a row have not repeated what they begin with. */
    private static final int DIVERGED = 50;

    private static final int BASES = 64;
    private static final int CHOICES = 64;
    private static final int LONGEST = 20_000;
    private static final int LONG = 10_000;
    private static final int FIRST_OF_EACH = 4;

    private final Frontier search;
    private final Robustness monitor;
    private final Random random;
    private final OlderReads reads = new OlderReads();
    private final List<Base> seen = new ArrayList<>();
    private final List<Base> drawn = new ArrayList<>();
    private final Deque<DrawnItem> urgent = new ArrayDeque<>();
    private final Set<Long> distinct = new HashSet<>();
    private VisibleMemory visible = VisibleMemory.NONE;
    private boolean lateExit;
    private boolean drawsLate; // exploring begins somewhere
    private int steps;
    private int taken;
    private long searched;
    private long count;
    private long out;
    private int fruitless;
    private int diverged;
    private boolean isForeign;
    private boolean isOver;

    /** An execution to begin from, with what its loads may find instead. */
    private record Base(List<Step> steps, List<Choice> choices) {}

    /**
     * Draws beside a search.
     *
     * @param monitor which the search's executions are shown to
     * @param seed of what is random
     */
    public OlderDraws(Frontier search, Robustness monitor, long seed) {
        this.search = search;
        this.monitor = monitor;
        random = new Random(seed);
    }

    @Override
    protected Frontier search() {
        return search;
    }

    @Override
    public boolean hasOnlyExtras() {
        return search.open() == 0;
    }

    @Override
    public WorkItem poll() {
        boolean isTurn = count * SHARE < searched - ALONE;
        if (isWanted() && (hasOnlyExtras() || isTurn)) {
            count++;
            out++;
            return draw();
        }
        WorkItem item = search.poll();
        if (item != null) {
            visible = item.visible();
            lateExit = item.lateExit();
        }
        return item;
    }

    /** All have been executed. */
    void drawNoMore() {
        isOver = true;
    }

    /** How many executions may come after the search. */
    long most() {
        return Math.max(LEAST, Math.min(MOST, searched));
    }

    /** The most events of an execution of the search. */
    int longest() {
        return steps;
    }

    /** Whether an execution had what C11 says nothing of. */
    boolean isForeign() {
        return isForeign;
    }

    private boolean isWanted() {
        boolean hasEnough = hasOnlyExtras() && count >= most();
        return !isOver
                && monitor.hasFound()
                && !isForeign
                && fruitless < FRUITLESS
                && diverged < DIVERGED
                && !hasEnough;
    }

    private DrawnItem draw() {
        takeFound();
        if (!urgent.isEmpty()) {
            return urgent.poll();
        }
        int kind = random.nextInt(4);
        List<Base> bases = kind == 0 ? drawn : seen;
        return kind == 1 || bases.isEmpty()
                ? item(List.of(), policy())
                : older(bases.get(random.nextInt(bases.size())), policy());
    }

    private Policy policy() {
        int kind = random.nextInt(4);
        return kind == 0
                ? Policy.CONTINUE
                : Policy.of(kind == 1 ? Policy.Kind.POS : Policy.Kind.RANDOM, random.nextLong())
                        .late(drawsLate);
    }

    private DrawnItem older(Base base, Policy policy) {
        List<Choice> leaving = base.choices.stream().filter(Choice::leaves).toList();
        List<Choice> choices = leaving.isEmpty() || random.nextInt(4) == 0 ? base.choices : leaving;
        return older(base, choices.get(random.nextInt(choices.size())), policy);
    }

    private DrawnItem older(Base base, Choice choice, Policy policy) {
        List<Step> prefix = new ArrayList<>(base.steps.subList(0, choice.row()));
        Step load = base.steps.get(choice.row());
        prefix.add(new Step(load.thread(), choice.overlooked(), load.kind(), load.object()));
        return item(List.copyOf(prefix), policy);
    }

    private DrawnItem item(List<Step> prefix, Policy policy) {
        return new DrawnItem(prefix, policy, visible, lateExit, Math.max(LONG, 2 * steps));
    }

    /** Each execution in which the monitor has found a step is drawn from some times at once. */
    private void takeFound() {
        for (Robustness.Found found : monitor.foundFrom(taken)) {
            taken++;
            Base base = base(found.execution(), 0);
            if (base == null || !found.execution().visible().equals(visible)) {
                continue;
            }
            seen.add(base);
            long site = found.step().access().operation().site();
            base.choices.stream()
                    .filter(choice -> choice.leaves() && siteOf(found.execution(), choice) == site)
                    .limit(FIRST_OF_EACH)
                    .forEach(choice -> {
                        urgent.add(older(base, choice, Policy.CONTINUE));
                        urgent.add(older(base, choice, policy()));
                    });
        }
    }

    private static long siteOf(Execution execution, Choice choice) {
        return execution.events().get(choice.row()).operation().site();
    }

    /** What to begin from, from this row on; null if there is nothing to choose. */
    private Base base(Execution execution, int from) {
        List<Event> events = execution.events();
        boolean hasSections = events.stream().anyMatch(event -> event.section() != null);
        if (hasSections || execution.isCut() || events.size() > LONGEST || !reads.look(execution)) {
            return null;
        }
        List<Choice> choices = new ArrayList<>();
        List<Choice> possible = new ArrayList<>(reads.choices());
        int first = Math.max(from, Begin.of(events));
        while (!possible.isEmpty() && choices.size() < CHOICES) {
            Choice choice = possible.remove(random.nextInt(possible.size()));
            if (choice.row() >= first && reads.allows(choice)) {
                choices.add(choice);
            }
        }
        return choices.isEmpty() ? null : new Base(events.stream().map(Step::of).toList(), List.copyOf(choices));
    }

    /** What a drawn execution shows is not for the search, and nothing is missing where it does not come to its end. */
    @Override
    public boolean isOutdated(WorkItem item, Execution execution) {
        return item instanceof DrawnItem || search.isOutdated(item, execution);
    }

    @Override
    public Divergence explored(WorkItem item, Execution execution) {
        isForeign |= execution.counters().foreign();
        if (!(item instanceof DrawnItem draw)) {
            searched += item.repeats() ? 0 : 1;
            steps = Math.max(steps, execution.events().size());
            drawsLate = drawsLate || Begin.of(execution.events()) > 0;
            return search.explored(item, execution);
        }
        out--;
        boolean isLost = execution.outcome() == Outcome.DIVERGED || execution.outcome() == Outcome.LOST;
        diverged = isLost ? diverged + 1 : 0;
        if (isLost || execution.isCut()) {
            fruitless++;
            return null;
        }
        fruitless = distinct.add(digest(execution)) ? 0 : fruitless + 1;
        Base base = base(execution, draw.prefix().size());
        if (base != null) {
            List<Base> bases = draw.prefix().isEmpty() ? seen : drawn;
            if (bases.size() < BASES) {
                bases.add(base);
            } else {
                bases.set(random.nextInt(BASES), base);
            }
        }
        return null;
    }

    /** What the threads did and found, whatever the order of independent events. */
    private static long digest(Execution execution) {
        long sum = execution.outcome().name().hashCode();
        Map<Integer, Integer> numbers = new HashMap<>();
        for (Event event : execution.events()) {
            int number = numbers.merge(event.thread(), 1, Integer::sum);
            long own = 31L * event.thread() + number;
            long found = 31L * event.value() + event.result();
            sum += SplitMix.finish(
                    own * SplitMix.STEP + 31L * event.operation().object() + 7L * found + event.overlooked());
        }
        return sum;
    }

    @Override
    public void abandon(WorkItem item) {
        if (item instanceof DrawnItem) {
            out--;
        } else {
            search.abandon(item);
        }
    }

    @Override
    public long open() {
        return search.open() + out + (isWanted() ? 1 : 0);
    }

    /** How many were drawn and have come back. */
    public long count() {
        return count - out;
    }
}
