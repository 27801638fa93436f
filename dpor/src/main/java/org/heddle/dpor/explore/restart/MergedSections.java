package org.heddle.dpor.explore.restart;

import java.util.ArrayList;
import java.util.List;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.frontier.SearchDecorator;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.explore.plan.WrappedItem;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.Section;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.WholeSections;
import org.heddle.dpor.model.execution.Divergence;
import org.heddle.dpor.model.execution.Execution;

/**
 * Shows a search critical sections that are executed in one go as one event each. Whoever executes its plans, and whoever else looks at
 * the executions, sees a lock and an unlock.
 */
public final class MergedSections extends SearchDecorator {
    private final Frontier search;
    private final WholeSections sections;

    private record Item(WorkItem item, WholeSections sections) implements WrappedItem {
        @Override
        public List<Step> prefix() {
            List<Event> known = item.known();
            List<Step> planned = item.prefix();
            List<Step> steps = new ArrayList<>();
            split(known).forEach(event -> steps.add(Step.of(event)));
            steps.addAll(planned.subList(known.size(), planned.size()));
            return steps;
        }

        @Override
        public List<Event> known() {
            return split(item.known());
        }
    }

    private MergedSections(Frontier search, WholeSections sections) {
        this.search = search;
        this.sections = sections;
    }

    /**
     * A search for which these sections are one event each.
     *
     * @param search gives items that know all events of their prefixes but the last
     */
    public static Frontier of(Frontier search, WholeSections sections) {
        return sections.wanted() ? new MergedSections(search, sections) : search;
    }

    private static List<Event> split(List<Event> events) {
        List<Event> parts = new ArrayList<>(events.size());
        for (Event event : events) {
            if (event.isWhole()) {
                parts.add(event.section().lock());
                parts.add(event.section().unlock());
            } else {
                parts.add(event);
            }
        }
        return parts;
    }

    private static List<Event> merge(List<Event> events) {
        List<Event> merged = new ArrayList<>(events.size());
        for (int k = 0; k < events.size(); k++) {
            Event event = events.get(k);
            if (event.section() != null && k + 1 < events.size()) {
                k++;
                merged.add(Section.whole(event, unlockOf(event, events.get(k))));
            } else {
                merged.add(event);
            }
        }
        return merged;
    }

    private static Event unlockOf(Event lock, Event next) {
        boolean isItsUnlock = next.operation().kind() == OperationKind.MUTEX_UNLOCK
                && next.thread() == lock.thread()
                && next.operation().object() == lock.operation().object();
        if (!isItsUnlock) {
            throw new IllegalStateException("a section executed in one go goes on with " + next);
        }
        return next;
    }

    @Override
    protected Frontier search() {
        return search;
    }

    @Override
    public WorkItem poll() {
        WorkItem item = search.poll();
        return item == null ? null : new Item(item, sections);
    }

    @Override
    public Divergence explored(WorkItem item, Execution execution) {
        Execution merged = execution.withEvents(merge(execution.events()));
        Divergence divergence = search.explored(((Item) item).item, merged);
        return divergence == null ? null : inSteps(divergence, merged.events());
    }

    /** The same, counted in the steps of the plan. */
    private static Divergence inSteps(Divergence divergence, List<Event> merged) {
        int step = divergence.step();
        for (int k = 0; k < divergence.step() && k < merged.size(); k++) {
            step += merged.get(k).isWhole() ? 1 : 0;
        }
        return new Divergence(step, divergence.expected(), divergence.actual(), divergence.reason());
    }

    @Override
    public boolean isOutdated(WorkItem item, Execution execution) {
        return search.isOutdated(((Item) item).item, execution);
    }

    @Override
    public void abandon(WorkItem item) {
        search.abandon(((Item) item).item);
    }
}
