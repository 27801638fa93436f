package org.heddle.dpor.bound;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.heddle.dpor.model.Event;

/**
 * Which variables a search by variables takes first. Where a loop goes through many of a kind, a bug that involves one mostly
 * shows with the first few already (Bindal, Bansal, Lal, ISSTA 2013, section 2.4). The paper counts how often an allocation was
 * made with the same call stack; here it is counted how many other variables the same place in the source has accessed before,
 * which serves the elements of arrays as well.
 */
final class VariableRanks {
    private final Map<Long, Map<Long, Integer>> bySite = new HashMap<>();
    private final Map<Long, Integer> iterations = new HashMap<>();
    private final Map<Long, Integer> users = new HashMap<>();
    private final Set<Long> shared = new HashSet<>();

    /** Takes in what an execution shows. */
    void learn(Event[] trace) {
        for (Event event : trace) {
            long variable = event.operation().object();
            Integer other = users.putIfAbsent(variable, event.thread());
            if (other != null && other != event.thread()) {
                shared.add(variable);
            }
            Map<Long, Integer> there = bySite.computeIfAbsent(event.operation().site(), site -> new HashMap<>());
            Integer iteration = there.putIfAbsent(variable, there.size());
            if (iteration == null) {
                iterations.merge(variable, there.size() - 1, Math::min);
            }
        }
    }

    /** Whether several threads have been seen to access it. */
    boolean isShared(long variable) {
        return shared.contains(variable);
    }

    /** The loop iteration number: 0 for the first variable that some place accesses, 1 for the second, and so on. */
    int iteration(long variable) {
        return iterations.getOrDefault(variable, 0);
    }
}
