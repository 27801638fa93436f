package org.heddle.dpor.detect;

import java.util.BitSet;
import java.util.List;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.OperationKind;

/**
 * Which of some steps of an execution come last by happens-before, which is the same in all executions of a class; what merely came
 * later in one of them is an accident. Used for findings only; plain, not quick.
 */
final class LatestByHappensBefore {
    private final List<Event> events;
    private final Dependence dependence = new Dependence();

    LatestByHappensBefore(List<Event> events) {
        this.events = events;
    }

    /** The step that none of the others comes after; of several, that of the lowest thread. −1 if there are no steps. */
    int last(List<Integer> steps) {
        int last = -1;
        for (int step : steps) {
            BitSet after = after(step);
            boolean isLast = steps.stream().noneMatch(other -> after.get(other));
            if (isLast
                    && (last < 0 || events.get(step).thread() < events.get(last).thread())) {
                last = step;
            }
        }
        return last;
    }

    /** The steps that a step happens before. */
    private BitSet after(int step) {
        BitSet after = new BitSet();
        for (int later = step + 1; later < events.size(); later++) {
            Event event = events.get(later);
            boolean follows = isOrdered(events.get(step), event);
            for (int k = after.nextSetBit(0); k >= 0 && !follows; k = after.nextSetBit(k + 1)) {
                follows = isOrdered(events.get(k), event);
            }
            after.set(later, follows);
        }
        return after;
    }

    private boolean isOrdered(Event first, Event second) {
        return first.thread() == second.thread()
                || dependence.dependent(first, second)
                || (first.operation().kind() == OperationKind.THREAD_CREATE
                        && first.operation().object() == second.thread())
                || (second.operation().kind() == OperationKind.THREAD_JOIN
                        && second.operation().object() == first.thread());
    }
}
