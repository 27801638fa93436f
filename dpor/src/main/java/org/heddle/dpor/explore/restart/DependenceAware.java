package org.heddle.dpor.explore.restart;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.Relation;
import org.heddle.dpor.model.execution.Divergence;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.PendingOperation;

/**
 * Begins with a relation by which little is dependent, and begins again with another one when an execution shows that it was not enough,
 * or not the better one.
 *
 * <p>Takes arrivals at a barrier for independent until an execution shows that more threads use the barrier than it waits for. Takes atomic
 * sections for independent of what is local to other threads until a section ends the process, forks one, or is the end of one beside its
 * threads. Then begins again with a {@linkplain Relation#cautious cautious} relation. Nothing is missed: up to the first arrival too many,
 * the end of the section, the fork, or the end of the process, the relation was right, so some execution with that is among those explored.
 *
 * <p>Where it is told to, takes the waits for a semaphore to take in turn what was posted, until two threads are seen to post one:
 * their posts would be ordered then, so that there could be more classes than without. Likewise takes additions for independent until two
 * are seen of ranges that overlap and differ, or they may be all that orders two accesses: then these race where the additions come in
 * the other order, which no execution would show. Likewise with marks, until two threads are seen to store different numbers; and with
 * threads that are alike, until something tells them apart.
 */
public final class DependenceAware extends Restarting {
    private final Function<Dependence, Frontier> start;
    private Relation relation;
    private boolean hasLearned;

    /** An item with the relation of its exploration. */
    private record Item(WorkItem item, Frontier owner, Relation relation) implements Owned {}

    /** An exploration from the start, in which no more commutes than optimal reduction takes to commute. */
    public DependenceAware(Function<Dependence, Frontier> start) {
        this(start, Relation.PLAIN);
    }

    /**
     * An exploration from the start.
     *
     * @param start makes the frontier of an exploration with this dependence relation
     * @param first the relation to begin with
     */
    public DependenceAware(Function<Dependence, Frontier> start, Relation first) {
        super(start.apply(new Dependence(first)));
        this.start = start;
        relation = first;
    }

    @Override
    protected Owned own(WorkItem item, Frontier owner) {
        return new Item(item, owner, relation);
    }

    @Override
    public Divergence explored(WorkItem item, Execution execution) {
        if (isOfEarlier(item)) {
            abandon(item);
            return null;
        }
        if (!mayTell(execution)) {
            hasLearned = true;
            return learn(item, execution);
        }
        Relation better = new Relation(
                relation.cautious() || isCrowded(execution) || endsInSection(execution) || reachesProcesses(execution),
                relation.inTurn() && !isPostedByTwo(execution),
                relation.counting() && !AdditionsOverlap.in(execution) && !execution.isOrderedByAdditions(),
                relation.marking() && !MarksDiffer.in(execution) && !execution.isOrderedByAdditions(),
                relation.alike() && !ThreadsDiffer.in(execution));
        if (better.equals(relation)) {
            hasLearned = true;
            return learn(item, execution);
        }
        abandon(item);
        boolean isSame = better.cautious() == relation.cautious()
                && better.alike() == relation.alike()
                && !execution.isOrderedByAdditions();
        boolean isFirst = !hasLearned && isSame;
        relation = better;
        beginAgain(start.apply(new Dependence(relation)));
        return isFirst ? learn(poll(), execution) : null; // the first one of both searches
    }

    /** Whether the execution has anything that another relation depends on. */
    private static boolean mayTell(Execution execution) {
        for (Event event : execution.events()) {
            if (tells(event.operation())) {
                return true;
            }
        }
        for (PendingOperation pending : execution.pending()) {
            if (tells(pending.operation())) {
                return true;
            }
        }
        return false;
    }

    private static boolean tells(Operation operation) {
        return switch (operation.kind()) {
            case SEM_POST, SECTION_BEGIN, BARRIER_ARRIVE -> true;
            case THREAD_START -> operation.beginsAfter() >= 0;
            case ATOMIC_RMW, ATOMIC_STORE -> operation.isBlind();
            default -> false;
        };
    }

    private static boolean isPostedByTwo(Execution execution) {
        Map<Long, Integer> posters = new HashMap<>();
        for (Event event : execution.events()) {
            if (event.operation().kind() == OperationKind.SEM_POST) {
                Integer other = posters.put(event.operation().object(), event.thread());
                if (other != null && other != event.thread()) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean endsInSection(Execution execution) {
        boolean isInside = false;
        for (Event event : execution.events()) {
            OperationKind kind = event.operation().kind();
            isInside = kind == OperationKind.SECTION_BEGIN || (isInside && kind != OperationKind.SECTION_END);
        }
        return isInside;
    }

    private static boolean reachesProcesses(Execution execution) {
        for (Event event : execution.events()) {
            Operation operation = event.operation();
            if (operation.isOfFork() || operation.isOfProcessEnd() || operation.isOfCommand()) {
                return true;
            }
        }
        return false;
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
