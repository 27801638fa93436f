package org.heddle.cluster.session;

import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.heddle.server.protocol.Spent;
import org.heddle.server.protocol.message.Fallback;
import org.heddle.server.restart.RestartCounts;

/** How executions were run, by worker. For one thread at a time. */
final class Totals {
    private final Map<Integer, RestartCounts.Snapshot> counts = new HashMap<>();
    private final Map<Integer, RestartCounts.Snapshot> said = new HashMap<>();

    /** What a worker says of all that it has executed. */
    void set(int worker, RestartCounts.Snapshot snapshot) {
        counts.put(worker, snapshot);
        said.put(worker, snapshot);
    }

    /** Whether all of them have said something since the last {@link #forget}. */
    boolean hasAll(Set<Integer> workers) {
        return said.keySet().containsAll(workers);
    }

    /** From now on they have said nothing. */
    void forget() {
        said.clear();
    }

    RestartCounts.Snapshot sum() {
        return sum(counts.values());
    }

    /** All together. */
    static RestartCounts.Snapshot sum(Collection<RestartCounts.Snapshot> all) {
        Map<Fallback, Long> fallbacks = new EnumMap<>(Fallback.class);
        long inProcess = 0;
        long forked = 0;
        long compared = 0;
        int systemCall = -1;
        RestartCounts.Events events = RestartCounts.Events.NONE;
        Spent spent = Spent.NONE;
        for (RestartCounts.Snapshot snapshot : all) {
            inProcess += snapshot.inProcess();
            forked += snapshot.forked();
            compared += snapshot.compared();
            events = events.plus(snapshot.events());
            spent = spent.plus(snapshot.spent());
            snapshot.fallbacks().forEach((why, count) -> fallbacks.merge(why, count, Long::sum));
            systemCall = systemCall < 0 ? snapshot.systemCall() : systemCall;
        }
        return new RestartCounts.Snapshot(inProcess, forked, compared, fallbacks, systemCall, events, spent);
    }
}
