package org.heddle.dpor.strategy;

import java.util.Map;
import java.util.TreeMap;
import org.heddle.dpor.model.Execution;

/**
 * What executions have shown, by how many operations each thread may execute in them: of a program that goes on for ever, an execution is
 * as long as it may be.
 */
final class Profiles {
    private final TreeMap<Integer, Profile> byLength = new TreeMap<>();

    /** A copy that does not change any more. */
    Profiles copy() {
        Profiles copy = new Profiles();
        for (Map.Entry<Integer, Profile> entry : byLength.entrySet()) {
            copy.byLength.put(entry.getKey(), entry.getValue().copy());
        }
        return copy;
    }

    /** Takes in an execution in which each thread might execute so many operations. */
    void add(int operations, Execution execution) {
        byLength.computeIfAbsent(operations, unused -> new Profile()).add(execution);
    }

    /** What executions of this length have shown; else the longest shorter ones; else the shortest ones. */
    Profile of(int operations) {
        Map.Entry<Integer, Profile> known = byLength.floorEntry(operations);
        known = known == null ? byLength.firstEntry() : known;
        return known == null ? new Profile() : known.getValue();
    }
}
