package org.heddle.dpor.explore.failing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.frontier.SearchDecorator;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.Begin;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.execution.Divergence;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;

/**
 * A search, and by turns with it executions in which a call fails at a place where none has failed in that way yet. A search goes to its
 * depth first, so that of a long program it fails the last calls alone; these executions come to all of them. They are among those that
 * the search has to run, and prove nothing.
 *
 * <p>A place is a call with the operation that its thread executed before it, which stands for where it is called from; there are {@value
 * #AT_EACH} executions for each. Functions that call for others, one behind the other, make one place of many. So all other calls come
 * then, each once: the first that the thread makes there, the second, and so on.
 */
public final class FailuresFirst extends SearchDecorator {
    /** The strategy's name. */
    public static final String NAME = "failures";

    static final int AT_EACH = 3;

    /** Executions that wait: of a program with more calls than this, others are found from later ones. */
    private static final int WAITING = 4_096;

    private final Frontier search;
    private final Map<Place, Integer> failed = new HashMap<>();
    private final Deque<Failure> waiting = new ArrayDeque<>();
    private final Set<Call> called = new HashSet<>();
    private final Deque<Failure> later = new ArrayDeque<>(); // at places where calls have failed often enough
    private boolean isTurn; // of one in which a call fails
    private long out;

    /** A way to fail of a call. */
    private record Place(long site, long siteBefore, int alternative) {}

    /** A way to fail of the call that a thread makes there for the so many-th time. */
    private record Call(int thread, long site, int number, int alternative) {}

    /** An execution up to a call, which fails then. */
    private record Failure(WorkItem item, List<Step> steps, int row, int alternative) {
        FailingItem planned() {
            List<Step> prefix = new ArrayList<>(steps.subList(0, row));
            Step choice = steps.get(row);
            prefix.add(new Step(choice.thread(), alternative, choice.kind(), choice.object()));
            return new FailingItem(item, List.copyOf(prefix));
        }
    }

    /** Fails calls beside a search. */
    public FailuresFirst(Frontier search) {
        this.search = search;
    }

    @Override
    protected Frontier search() {
        return search;
    }

    @Override
    public boolean hasOnlyExtras() {
        return search.open() == 0 || search.hasOnlyExtras();
    }

    @Override
    public WorkItem poll() {
        if (search.open() == 0) {
            waiting.clear(); // the search has had them
            later.clear();
        }
        boolean waits = !waiting.isEmpty() || !later.isEmpty();
        WorkItem item = isTurn && waits ? null : search.poll();
        isTurn = item != null;
        if (item != null || !waits) {
            return item;
        }
        out++;
        return (waiting.isEmpty() ? later : waiting).remove().planned();
    }

    @Override
    public boolean isOutdated(WorkItem item, Execution execution) {
        return item instanceof FailingItem || search.isOutdated(item, execution);
    }

    @Override
    public Divergence explored(WorkItem item, Execution execution) {
        if (item instanceof FailingItem) {
            out--;
            look(item, execution);
            return null;
        }
        if (!item.repeats() && !item.serial()) {
            look(item, execution);
        }
        return search.explored(item, execution);
    }

    /** Takes down which calls have failed, and which could have. */
    private void look(WorkItem item, Execution execution) {
        if (execution.outcome() == Outcome.DIVERGED || execution.outcome() == Outcome.LOST || execution.isCut()) {
            return;
        }
        List<Event> events = execution.events();
        List<Step> steps = new ArrayList<>(); // up to the last call that is to fail
        Map<Integer, Long> before = new HashMap<>(); // of each thread
        Map<Call, Integer> numbers = new HashMap<>();
        int begin = Begin.of(events);
        for (int row = 0; row < events.size(); row++) {
            Event event = events.get(row);
            long site = event.operation().site();
            long siteBefore = before.getOrDefault(event.thread(), 0L);
            if (event.operation().isOfFailure() && row >= begin) {
                int number = numbers.merge(new Call(event.thread(), site, 0, 0), 1, Integer::sum);
                boolean succeeds = event.alternative() <= 0; // else it was wanted, or the search's
                if (succeeds && look(new Failure(item, steps, row, 0), event, siteBefore, number)) {
                    events.subList(steps.size(), row + 1).forEach(step -> steps.add(Step.of(step)));
                }
            }
            before.put(event.thread(), site);
        }
    }

    /** Returns whether it is to fail. */
    private boolean look(Failure succeeds, Event choice, long siteBefore, int number) {
        long site = choice.operation().site();
        boolean isToFail = false;
        for (int way = 1; way < choice.operation().argument(); way++) {
            Deque<Failure> queue =
                    queue(new Place(site, siteBefore, way), new Call(choice.thread(), site, number, way));
            if (queue != null) {
                queue.add(new Failure(succeeds.item(), succeeds.steps(), succeeds.row(), way));
                isToFail = true;
            }
        }
        return isToFail;
    }

    /** Where it has to wait; null if it has been there already. */
    private Deque<Failure> queue(Place place, Call call) {
        if (waiting.size() < WAITING && failed.merge(place, 1, Integer::sum) <= AT_EACH) {
            called.add(call);
            return waiting;
        }
        return later.size() < WAITING && call.number() <= WAITING && called.add(call) ? later : null;
    }

    @Override
    public void abandon(WorkItem item) {
        if (item instanceof FailingItem) {
            out--;
        } else {
            search.abandon(item);
        }
    }

    @Override
    public long open() {
        long others = search.open();
        return others + out + (others > 0 ? waiting.size() + later.size() : 0);
    }
}
