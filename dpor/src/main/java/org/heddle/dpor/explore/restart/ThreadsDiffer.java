package org.heddle.dpor.explore.restart;

import java.util.HashMap;
import java.util.Map;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.ObjectFamily;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.PendingOperation;

/**
 * Whether something tells threads apart that were taken to be {@linkplain org.heddle.dpor.model.Relation#alike alike}. Nothing does as long
 * as others only wait for all of them to end, one thread for one after the other and doing nothing in between: that is the same as one
 * wait for all. Whoever goes on between two such waits, sends one of them a signal, or detaches it, knows one from another. So does a
 * wait of one of them whose time is up as nothing else can happen: of several waits with one deadline the same one always ends first.
 */
final class ThreadsDiffer {
    private final Map<Integer, Integer> before = new HashMap<>();
    private final Map<Integer, Integer> sizes = new HashMap<>();
    private final Map<Integer, Joining> joining = new HashMap<>();

    /** A thread waits for the ends of all that are like {@code first}, of which so many are left. */
    private record Joining(int first, int left) {}

    private ThreadsDiffer() {}

    /** Whether something does so in an execution. */
    static boolean in(Execution execution) {
        return execution.tellsThreadsApart() || new ThreadsDiffer().differ(execution);
    }

    private boolean differ(Execution execution) {
        execution.events().forEach(event -> learn(event.thread(), event.operation()));
        execution.pending().forEach(pending -> learn(pending.thread(), pending.operation()));
        if (before.isEmpty()) {
            return false;
        }
        before.keySet().forEach(thread -> sizes.merge(first(thread), 1, Integer::sum));
        for (Event event : execution.events()) {
            if (tells(event)) {
                return true;
            }
        }
        for (PendingOperation pending : execution.pending()) {
            if (tells(pending.thread(), pending.operation())) {
                return true;
            }
        }
        return joining.containsKey(execution.terminator());
    }

    private void learn(int thread, Operation operation) {
        if (operation.beginsAfter() >= 0) {
            before.put(thread, operation.beginsAfter());
            before.putIfAbsent(operation.beginsAfter(), -1);
        }
    }

    /** The first of those that the thread is like. */
    private int first(int thread) {
        int first = thread;
        while (before.get(first) >= 0) {
            first = before.get(first);
        }
        return first;
    }

    private boolean isAlike(long thread) {
        return before.containsKey((int) thread);
    }

    private boolean tells(Event event) {
        Operation operation = event.operation();
        boolean joins = operation.kind() == OperationKind.THREAD_JOIN;
        if (tells(event.thread(), operation) || (event.isTimeout() && isAlike(event.thread()))) {
            return true;
        }
        if (!joins || !isAlike(operation.object())) {
            return false;
        }
        int first = first((int) operation.object());
        Joining so = joining.remove(event.thread());
        int left = (so == null ? sizes.get(first) : so.left) - 1;
        if (left > 0) {
            joining.put(event.thread(), new Joining(first, left));
        }
        return event.result() != 0;
    }

    /** Whether a thread with this operation knows one from another. */
    private boolean tells(int thread, Operation operation) {
        boolean joins = operation.kind() == OperationKind.THREAD_JOIN && operation.argument() == 0;
        boolean isOnThread = ObjectFamily.of(operation) == ObjectFamily.THREAD
                && operation.kind() != OperationKind.THREAD_EXIT
                && isAlike(operation.object());
        Joining now = joining.get(thread);
        boolean goesOn = now != null && !(joins && isOnThread && first((int) operation.object()) == now.first);
        return goesOn || (isOnThread && !joins) || isAlike(operation.target());
    }
}
