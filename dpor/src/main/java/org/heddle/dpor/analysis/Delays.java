package org.heddle.dpor.analysis;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.ThreadInfo;

/**
 * Which threads executions have delayed: an operation of another thread came before one of theirs that could have come first, as the
 * first and the second event of a reversible race do (Abdulla et al., JACM 2017, Definition 3.3). A thread without such a race does the
 * same whenever it runs, and is not asked about. Threads go by their stable names, so that one thread is the same in all executions.
 */
public final class Delays {
    private final Map<Integer, Boolean> delayed = new TreeMap<>();
    private final Map<Integer, ThreadInfo> known = new HashMap<>();
    private final Map<Integer, Long> creations = new HashMap<>();
    private final Set<Integer> own = new HashSet<>();

    /**
     * A thread that has always come first.
     *
     * @param id its stable name
     * @param createdAt the source position of its creation, 0 of the main thread
     */
    public record Undelayed(int id, long createdAt) {}

    /** Takes in what threads an execution had. */
    void learn(Execution execution) {
        execution.threads().forEach(info -> known.putIfAbsent(info.id(), info));
        for (Event event : execution.events()) {
            if (event.operation().isOwnThread()) {
                own.add((int) event.operation().object());
            } else if (event.operation().kind() == OperationKind.THREAD_CREATE) {
                creations.putIfAbsent(
                        (int) event.operation().object(), event.operation().site());
            }
        }
    }

    /** Takes in that the operation of one thread came before that of another, which could have come first. */
    void add(Event first, Event second) {
        delayed.putIfAbsent(first.thread(), false);
        delayed.put(second.thread(), true);
    }

    /** How many threads there are whose operations could have come in another order with those of others. */
    public int threads() {
        return (int) delayed.keySet().stream().filter(id -> !own.contains(id)).count();
    }

    /** Those of them that no execution has delayed, by their stable names. */
    public List<Undelayed> never() {
        return delayed.entrySet().stream()
                .filter(entry -> !entry.getValue() && !own.contains(entry.getKey()))
                .map(entry -> new Undelayed(entry.getKey(), creations.getOrDefault(entry.getKey(), 0L)))
                .toList();
    }

    /** What is known of all threads that executions had, parents before their children. */
    public List<ThreadInfo> known() {
        return known.values().stream().sorted(this::byDepth).toList();
    }

    private int byDepth(ThreadInfo one, ThreadInfo other) {
        int byDepth = Integer.compare(depth(one), depth(other));
        return byDepth != 0 ? byDepth : Integer.compare(one.id(), other.id());
    }

    private int depth(ThreadInfo info) {
        int depth = 0;
        for (ThreadInfo at = info; at != null && depth <= known.size(); at = known.get(at.parent())) {
            depth++;
        }
        return depth;
    }
}
