package org.heddle.dpor.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The serial orders of the calls of one object; those with the same calls and results are found together. */
final class ObjectOrders {
    private final Consistency consistency;
    private final Set<SerialOrder> all = new LinkedHashSet<>();
    private final Map<List<Said>, List<SerialOrder>> byResults = new HashMap<>();
    private final Set<List<Long>> ended = new HashSet<>(); // threads with what they have called
    private final Set<Long> explained = new HashSet<>(); // digests of histories

    /** No orders yet; they explain histories in this sense. */
    ObjectOrders(Consistency consistency) {
        this.consistency = consistency;
    }

    void add(List<Said> said) {
        SerialOrder order = new SerialOrder(said);
        if (all.add(order)) {
            said.forEach(one -> ended.add(List.of((long) one.thread(), one.invocation())));
            byResults.computeIfAbsent(byThread(said), key -> new ArrayList<>()).add(order);
        }
    }

    int count() {
        return all.size();
    }

    Set<SerialOrder> all() {
        return all;
    }

    /** Whether such a call of its thread ends in some order. */
    boolean haveEnded(Call call) {
        return ended.contains(List.of((long) call.thread(), call.invocation()));
    }

    boolean explain(History history) {
        long digest = history.digest();
        if (explained.contains(digest)) {
            return true;
        }
        List<Said> said = history.calls().stream().map(Said::of).toList();
        boolean found = byResults.getOrDefault(byThread(said), List.of()).stream()
                        .anyMatch(order -> order.explains(history, consistency))
                || all.stream().anyMatch(order -> order.explains(history, consistency));
        if (found) {
            explained.add(digest);
        }
        return found;
    }

    /** The calls of each thread together, in their order. */
    private static List<Said> byThread(List<Said> said) {
        return said.stream().sorted(Comparator.comparingInt(Said::thread)).toList(); // a stable sort
    }
}
