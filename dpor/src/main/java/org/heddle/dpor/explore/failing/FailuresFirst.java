package org.heddle.dpor.explore.failing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
 * #AT_EACH} executions for each.
 */
public final class FailuresFirst extends SearchDecorator {
    /** The strategy's name. */
    public static final String NAME = "failures";

    static final int AT_EACH = 3;

    /** Executions that wait: of a program with more calls than this, others are found from later ones. */
    private static final int WAITING = 4_096;

    private final Frontier search;
    private final Map<Place, Integer> failed = new HashMap<>();
    private final Deque<FailingItem> waiting = new ArrayDeque<>();
    private boolean isTurn; // of one in which a call fails
    private long out;

    /** A way to fail of a call. */
    private record Place(long site, long siteBefore, int alternative) {}

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
        }
        WorkItem item = isTurn && !waiting.isEmpty() ? null : search.poll();
        isTurn = item != null;
        if (item != null || waiting.isEmpty()) {
            return item;
        }
        out++;
        return waiting.poll();
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
        Map<Integer, Long> before = new HashMap<>(); // of each thread
        int begin = Begin.of(events);
        for (int row = 0; row < events.size(); row++) {
            Event event = events.get(row);
            long siteBefore = before.getOrDefault(event.thread(), 0L);
            if (event.operation().isOfFailure() && row >= begin) {
                look(item, execution, row, siteBefore);
            }
            before.put(event.thread(), event.operation().site());
        }
    }

    private void look(WorkItem item, Execution execution, int row, long siteBefore) {
        Event choice = execution.events().get(row);
        if (choice.alternative() > 0) {
            return; // it was wanted, or the search's
        }
        for (int way = 1; way < choice.operation().argument() && waiting.size() < WAITING; way++) {
            Place place = new Place(choice.operation().site(), siteBefore, way);
            if (failed.merge(place, 1, Integer::sum) <= AT_EACH) {
                waiting.add(failing(item, execution, row, way));
            }
        }
    }

    private static FailingItem failing(WorkItem item, Execution execution, int row, int way) {
        List<Step> prefix = new ArrayList<>();
        execution.events().subList(0, row).forEach(event -> prefix.add(Step.of(event)));
        Step choice = Step.of(execution.events().get(row));
        prefix.add(new Step(choice.thread(), way, choice.kind(), choice.object()));
        return new FailingItem(item, List.copyOf(prefix));
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
        return others + out + (others > 0 ? waiting.size() : 0);
    }
}
