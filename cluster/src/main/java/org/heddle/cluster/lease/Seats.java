package org.heddle.cluster.lease;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which workers have room for a whole check. Without time, threads or network. */
public final class Seats {
    private final Map<String, Integer> slots = new HashMap<>();
    private final Map<String, Integer> taken = new HashMap<>();

    /** These workers are there, with so many slots each. */
    public void roster(Map<String, Integer> workers) {
        slots.clear();
        slots.putAll(workers);
    }

    /** How many checks there is room for, with those that run. */
    public int all() {
        return slots.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Whether there is a worker besides these, with room or without. */
    public boolean hasOthers(Set<String> excluded) {
        return !excluded.containsAll(slots.keySet());
    }

    /** Takes a slot of the worker, besides these, that has most of its slots free; empty if there is none. */
    public Optional<String> take(Set<String> excluded) {
        Optional<String> best = slots.keySet().stream()
                .filter(worker -> !excluded.contains(worker) && free(worker) > 0)
                .max((one, other) -> Double.compare(share(one), share(other)));
        best.ifPresent(worker -> taken.merge(worker, 1, Integer::sum));
        return best;
    }

    private int free(String worker) {
        return slots.get(worker) - taken.getOrDefault(worker, 0);
    }

    private double share(String worker) {
        return (double) free(worker) / slots.get(worker);
    }

    /** Gives a slot back, of a worker that may be gone. */
    public void giveBack(String worker) {
        taken.computeIfPresent(worker, (name, count) -> count == 1 ? null : count - 1);
    }
}
