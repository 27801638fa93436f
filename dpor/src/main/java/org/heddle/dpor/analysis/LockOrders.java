package org.heddle.dpor.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.ObjectFamily;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationTrait;
import org.heddle.dpor.model.execution.Execution;

/**
 * The orders in which threads have taken locks (Havelund, "Using Runtime Analysis to Guide Model Checking of Java Programs", SPIN 2000).
 * Each thread holds one lock and takes another. Where several do so in a circle, with no lock that two of them hold at the time, they may
 * block each other. A semaphore counts as a lock. Whether such a deadlock exists is for an execution to show.
 */
public final class LockOrders {
    private static final int MOST_STEPS = 1_000_000;
    private static final int MOST_ORDERS = 1_000;
    private static final int LONGEST = 16;
    private static final int EFFORT = 10_000;

    /** A thread that held these locks took another one. */
    private record Order(int thread, Set<Long> held, long taken) {}

    private final Set<Order> orders = new LinkedHashSet<>();
    private final Set<Set<Long>> circles = new HashSet<>();
    private long steps;
    private int effort;

    /** Takes an execution in; returns whether it shows a circle of locks that was not known. */
    public boolean learn(Execution execution) {
        Map<Integer, Set<Long>> held = new HashMap<>();
        boolean isNew = false;
        for (Event event : execution.events()) {
            if (++steps > MOST_STEPS) {
                return isNew;
            }
            Operation operation = event.operation();
            boolean takes = event.takes() || (operation.kind().has(OperationTrait.TAKES_ONE) && event.result() == 0);
            Set<Long> own = held.computeIfAbsent(event.thread(), thread -> new HashSet<>());
            if (takes) {
                isNew |= !own.isEmpty() && operation.kind().canBlock() && takes(event.thread(), own, lock(operation));
                own.add(lock(operation));
            } else if (event.frees() || operation.kind().has(OperationTrait.GIVES_ONE)) {
                own.remove(lock(operation));
            }
        }
        return isNew;
    }

    private static long lock(Operation operation) {
        return operation.kind().family() == ObjectFamily.SEMAPHORE ? operation.object() : operation.lock();
    }

    private boolean takes(int thread, Set<Long> held, long lock) {
        Order order = new Order(thread, Set.copyOf(held), lock);
        if (orders.size() >= MOST_ORDERS || held.contains(lock) || !orders.add(order)) {
            return false;
        }
        effort = EFFORT;
        return closes(new ArrayList<>(List.of(order)));
    }

    /** Whether a chain of orders, in which each takes what the next one holds, can be closed to a circle that was not known. */
    private boolean closes(List<Order> chain) {
        long wanted = chain.get(chain.size() - 1).taken();
        if (chain.size() > 1 && chain.get(0).held().contains(wanted)) {
            Set<Long> circle = new HashSet<>();
            chain.forEach(order -> circle.add(order.taken()));
            return circles.add(circle);
        }
        if (chain.size() == LONGEST) {
            return false;
        }
        for (Order next : orders) {
            if (--effort < 0) {
                return false;
            }
            if (next.held().contains(wanted) && chain.stream().allMatch(order -> areApart(order, next))) {
                chain.add(next);
                boolean isNew = closes(chain);
                chain.remove(chain.size() - 1);
                if (isNew) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean areApart(Order a, Order b) {
        return a.thread() != b.thread() && a.held().stream().noneMatch(b.held()::contains);
    }
}
