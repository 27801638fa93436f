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
    private final Set<SerialOrder> whole = new HashSet<>(); // without those that end with a call that waits
    private final Map<List<Said>, List<SerialOrder>> byResults = new HashMap<>();
    private final Set<List<Long>> ended = new HashSet<>(); // threads with what they have called
    private final Set<Long> explained = new HashSet<>(); // digests of histories
    private final Map<List<Long>, Set<SerialOrder>> stuck =
            new HashMap<>(); // by a call that waits behind them, as in `ended`

    /** No orders yet; they explain histories in this sense. */
    ObjectOrders(Consistency consistency) {
        this.consistency = consistency;
    }

    /** All calls came to their end, in this order. */
    void add(List<Said> said) {
        keep(said);
        whole.add(new SerialOrder(said));
    }

    private void keep(List<Said> said) {
        SerialOrder order = new SerialOrder(said);
        if (all.add(order)) {
            said.forEach(one -> ended.add(List.of((long) one.thread(), one.invocation())));
            byResults.computeIfAbsent(byThread(said), key -> new ArrayList<>()).add(order);
        }
    }

    /** Behind these calls such a call of its thread waits for good. */
    void addStuck(List<Said> said, Call waiting) {
        keep(said);
        stuck.computeIfAbsent(key(waiting), key -> new LinkedHashSet<>()).add(new SerialOrder(said));
    }

    /** Whether behind some order of the calls of this history, which have all ended, such a call of its thread waits for good. */
    boolean explainWait(History history, Call waiting) {
        int calls = history.calls().size();
        return stuck.getOrDefault(key(waiting), Set.of()).stream()
                .anyMatch(order -> order.calls().size() == calls && order.explains(history, consistency));
    }

    /** How many orders end with a call that waits for good. */
    int countStuck() {
        return stuck.values().stream().mapToInt(Set::size).sum();
    }

    int count() {
        return whole.size() + countStuck();
    }

    Set<SerialOrder> all() {
        return all;
    }

    /** Whether such a call of its thread ends in some order. */
    boolean haveEnded(Call call) {
        return ended.contains(key(call));
    }

    private static List<Long> key(Call call) {
        return List.of((long) call.thread(), call.invocation());
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
