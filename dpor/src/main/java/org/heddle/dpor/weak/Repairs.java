package org.heddle.dpor.weak;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.MemoryOrder;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.PendingOperation;
import org.heddle.dpor.weak.Robustness.Found;

/**
 * Looks for the cheapest change of a program that forbids a step: memory orders that are made stronger, one or two, or two fences. Each is
 * tried: the monitor looks at the execution once more, as it would be with that change.
 */
public final class Repairs {
    /** In longer executions nothing is tried. */
    private static final int LONGEST = 2_000;

    private static final int MOST_SITES = 12;

    private Repairs() {}

    /**
     * A change of the program.
     *
     * @param site the access, or what the fence stands beside
     * @param order its new order; of a fence, sequential consistency
     * @param place what is changed
     */
    public record Change(long site, MemoryOrder order, Place place) {
        /** What a change is of. */
        public enum Place {
            /** The order of an access. */
            ACCESS,
            /** There is a new fence before the access. */
            FENCE_BEFORE,
            /** There is a new fence behind the access. */
            FENCE_BEHIND
        }

        private int cost() {
            return place != Place.ACCESS ? 4 : order == MemoryOrder.SEQ_CST ? 3 : order == MemoryOrder.ACQ_REL ? 2 : 1;
        }
    }

    /** The cheapest change that is known to forbid the step in its execution; empty if none is. */
    public static List<Change> of(Found found) {
        if (found.execution().events().size() > LONGEST) {
            return List.of();
        }
        List<Change> single = singles(found);
        List<List<Change>> all = new ArrayList<>();
        for (int one = 0; one < single.size(); one++) {
            all.add(List.of(single.get(one)));
            for (int other = 0; other < one; other++) {
                if (single.get(one).site != single.get(other).site) {
                    all.add(List.of(single.get(other), single.get(one)));
                }
            }
        }
        WeakStep step = found.step();
        all.add(List.of(
                new Change(step.newer().operation().site(), MemoryOrder.SEQ_CST, Change.Place.FENCE_BEHIND),
                new Change(step.access().operation().site(), MemoryOrder.SEQ_CST, Change.Place.FENCE_BEFORE)));
        all.add(accesses(found).keySet().stream()
                .map(site -> new Change(site, MemoryOrder.SEQ_CST, Change.Place.ACCESS))
                .toList());
        all.sort(Comparator.comparingInt(
                changes -> changes.stream().mapToInt(Change::cost).sum()));
        return all.stream()
                .filter(changes -> forbids(changes, found))
                .findFirst()
                .orElse(List.of());
    }

    /** The sites of atomic accesses, with what they do. */
    private static Map<Long, Operation> accesses(Found found) {
        Map<Long, Operation> sites = new LinkedHashMap<>();
        found.execution().events().forEach(event -> note(sites, event.operation()));
        note(sites, found.step().access().operation());
        return sites;
    }

    private static void note(Map<Long, Operation> sites, Operation operation) {
        boolean isAtomic =
                operation.kind().isMemoryAccess() && !operation.kind().isPlainAccess();
        boolean isOfC11 = operation.order() != MemoryOrder.OWN && operation.order() != MemoryOrder.LOOK;
        if (isAtomic && isOfC11 && sites.size() < MOST_SITES) {
            sites.putIfAbsent(operation.site(), operation);
        }
    }

    private static List<Change> singles(Found found) {
        List<Change> changes = new ArrayList<>();
        accesses(found).forEach((site, operation) -> {
            for (MemoryOrder order : stronger(operation)) {
                changes.add(new Change(site, order, Change.Place.ACCESS));
            }
        });
        return changes;
    }

    private static List<MemoryOrder> stronger(Operation operation) {
        List<MemoryOrder> orders =
                switch (operation.kind()) {
                    case ATOMIC_LOAD -> List.of(MemoryOrder.ACQUIRE, MemoryOrder.SEQ_CST);
                    case ATOMIC_STORE -> List.of(MemoryOrder.RELEASE, MemoryOrder.SEQ_CST);
                    default -> List.of(
                            MemoryOrder.ACQUIRE, MemoryOrder.RELEASE, MemoryOrder.ACQ_REL, MemoryOrder.SEQ_CST);
                };
        Rules rules = new Rules();
        return orders.stream()
                .filter(order -> order != operation.order()
                        && operation.order() != MemoryOrder.SEQ_CST
                        && (!rules.acquires(operation.order()) || rules.acquires(order))
                        && (!rules.releases(operation.order()) || rules.releases(order)))
                .toList();
    }

    private static boolean forbids(List<Change> changes, Found found) {
        Robustness monitor = new Robustness(Set.of());
        monitor.look(changed(found, changes));
        return monitor.found().stream()
                .noneMatch(left -> left.step().place().equals(found.step().place()));
    }

    private static Execution changed(Found found, List<Change> changes) {
        Map<Long, MemoryOrder> orders = new TreeMap<>();
        Map<Long, Change.Place> fences = new TreeMap<>();
        for (Change change : changes) {
            if (change.place == Change.Place.ACCESS) {
                orders.put(change.site, change.order);
            } else {
                fences.put(change.site, change.place);
            }
        }
        List<Event> events = new ArrayList<>();
        for (Event event : found.execution().events()) {
            Change.Place fence = fences.get(event.operation().site());
            if (fence == Change.Place.FENCE_BEFORE) {
                events.add(fence(event.thread()));
            }
            events.add(new Event(
                    event.thread(),
                    with(event.operation(), orders),
                    event.alternative(),
                    event.result(),
                    event.value()));
            if (fence == Change.Place.FENCE_BEHIND) {
                events.add(fence(event.thread()));
            }
        }
        List<PendingOperation> pending = new ArrayList<>();
        for (PendingOperation next : found.execution().pending()) {
            if (fences.get(next.operation().site()) == Change.Place.FENCE_BEFORE) {
                events.add(fence(next.thread()));
            }
            pending.add(new PendingOperation(next.thread(), with(next.operation(), orders), next.value()));
        }
        return found.execution().withEvents(events).withPending(pending);
    }

    private static Event fence(int thread) {
        Operation fence = new Operation(OperationKind.ATOMIC_FENCE, 0, 0, 0, MemoryOrder.SEQ_CST, 0);
        return new Event(thread, fence, Event.NO_ALTERNATIVE, 0, 0);
    }

    private static Operation with(Operation operation, Map<Long, MemoryOrder> orders) {
        MemoryOrder order = orders.get(operation.site());
        return order == null || !(operation.kind().isMemoryAccess() || operation.kind() == OperationKind.AWAIT)
                ? operation
                : new Operation(
                        operation.kind(),
                        operation.object(),
                        operation.object2(),
                        operation.argument(),
                        order,
                        operation.failure() == operation.order() ? order : operation.failure(),
                        operation.isClaimed(),
                        operation.site());
    }
}
