package org.heddle.dpor.explore.restart;

import java.util.List;
import java.util.function.Function;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.Divergence;
import org.heddle.dpor.model.execution.Execution;

/**
 * Has the process end with status 0, through {@code exit} or the return from main, only where no other thread can go on. Threads that come
 * back to the same state for ever do not count: what they would do later, they have done (idle_rounds.c). An exit is the last event of its
 * thread, and nothing that others do depends on it. So whatever others do in an execution that exits early, they do in one that exits late
 * as well, which goes on from there. What the two differ in is how far others have got at the end, and what they have printed by then; and
 * where all that others can do from there ends in a crash, whether there is a successful exit. No finding depends on either.
 *
 * <p>A late exit never takes a preemption, so the same holds of a bound on preemptions. Where other threads go on for long, or for ever
 * without coming back, an early exit is what ends the process. Once an execution shows that, the exploration begins again with early ones.
 */
public final class LateExits extends Restarting {
    private final Function<Endlessness, Frontier> start;
    private final Endlessness known;
    private final Endlessness lately;
    private boolean late;

    /** An item with whether the process exits late. */
    private record Item(WorkItem item, Frontier owner, boolean lateExit) implements Owned {
        @Override
        public boolean seeksCycles() {
            return item.seeksCycles();
        }
    }

    /**
     * An exploration from the start.
     *
     * @param start makes the frontier of an exploration of a program of whose length this is known
     * @param known what is known where exits are early
     */
    public static Frontier start(Function<Endlessness, Frontier> start, Endlessness known) {
        boolean late = !known.needsEarlyExits();
        return late ? new LateExits(start, known, new Endlessness()) : start.apply(known);
    }

    private LateExits(Function<Endlessness, Frontier> start, Endlessness known, Endlessness lately) {
        super(start.apply(lately));
        this.start = start;
        this.known = known;
        this.lately = lately;
        late = true;
    }

    @Override
    protected Owned own(WorkItem item, Frontier owner) {
        return new Item(item, owner, late);
    }

    @Override
    public boolean isOutdated(WorkItem item, Execution execution) {
        return (late && goesOn(execution)) || super.isOutdated(item, execution);
    }

    @Override
    public Divergence explored(WorkItem item, Execution execution) {
        if (isOfEarlier(item)) {
            abandon(item);
            return null;
        }
        if (late && goesOn(execution)) {
            abandon(item);
            exitEarly();
            return null;
        }
        Divergence divergence = learn(item, late ? withoutLastSleeps(item, execution) : execution);
        if (late && lately.isSuspected()) {
            exitEarly();
        }
        return divergence;
    }

    private void exitEarly() {
        late = false;
        known.needEarlyExits();
        beginAgain(start.apply(known));
    }

    /** What others slept while the exit waited touches nothing: in plans it would be more at each step. */
    private static Execution withoutLastSleeps(WorkItem item, Execution execution) {
        List<Event> events = execution.events();
        int exit = events.size() - 1;
        if (exit < 0 || !events.get(exit).operation().isLateExit()) {
            return execution;
        }
        int from = exit;
        while (from > item.prefix().size() && events.get(from - 1).operation().kind() == OperationKind.SLEEP) {
            from--;
        }
        return from == exit ? execution : execution.withLastAt(from);
    }

    /** Whether it was ended from outside while an exit waited, or one might still have come. */
    private static boolean goesOn(Execution execution) {
        return switch (execution.outcome()) {
            case HUNG -> execution.pending().stream()
                    .anyMatch(pending -> pending.operation().isLateExit());
            case TOO_LONG, OUTPUT_FLOOD, RESOURCES, CUT_OFF -> true;
            default -> false;
        };
    }
}
