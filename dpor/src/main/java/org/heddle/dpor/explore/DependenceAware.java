package org.heddle.dpor.explore;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Divergence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Execution;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.PendingOperation;

/**
 * Takes arrivals at a barrier for independent until an execution shows that more threads use the barrier than it waits for, and atomic
 * sections for independent of what is local to other threads until a section ends the process; then begins again with a {@linkplain
 * Dependence#Dependence(boolean) cautious} relation. Nothing is missed: up to the first arrival too many, or the end of the section, the
 * relation was right, so some execution with that is among those explored.
 */
public final class DependenceAware extends Restarting {
    private final Function<Dependence, Frontier> start;
    private boolean cautious;

    /** An item with the relation of its exploration. */
    private record Item(WorkItem item, Frontier owner, boolean cautious) implements Owned {}

    /**
     * An exploration from the start.
     *
     * @param start makes the frontier of an exploration with this dependence relation
     */
    public DependenceAware(Function<Dependence, Frontier> start) {
        super(start.apply(new Dependence(false)));
        this.start = start;
    }

    @Override
    protected Owned own(WorkItem item, Frontier owner) {
        return new Item(item, owner, cautious);
    }

    @Override
    public Divergence explored(WorkItem item, Execution execution) {
        if (isOfEarlier(item)) {
            abandon(item);
            return null;
        }
        if (!cautious && (isCrowded(execution) || endsInSection(execution))) {
            abandon(item);
            cautious = true;
            beginAgain(start.apply(new Dependence(true)));
            return null;
        }
        return learn(item, execution);
    }

    private static boolean endsInSection(Execution execution) {
        boolean isInside = false;
        for (Event event : execution.events()) {
            OperationKind kind = event.operation().kind();
            isInside = kind == OperationKind.SECTION_BEGIN || (isInside && kind != OperationKind.SECTION_END);
        }
        return isInside;
    }

    private static boolean isCrowded(Execution execution) {
        Map<Long, Set<Integer>> users = new HashMap<>();
        boolean crowded = false;
        for (Event event : execution.events()) {
            crowded |= isCrowded(users, event.thread(), event.operation());
        }
        for (PendingOperation pending : execution.pending()) {
            crowded |= isCrowded(users, pending.thread(), pending.operation());
        }
        return crowded;
    }

    private static boolean isCrowded(Map<Long, Set<Integer>> users, int thread, Operation operation) {
        if (operation.kind() == OperationKind.BARRIER_INIT) {
            users.remove(operation.object());
        }
        if (operation.kind() != OperationKind.BARRIER_ARRIVE) {
            return false;
        }
        Set<Integer> threads = users.computeIfAbsent(operation.object(), address -> new HashSet<>());
        threads.add(thread);
        return threads.size() > operation.argument();
    }
}
