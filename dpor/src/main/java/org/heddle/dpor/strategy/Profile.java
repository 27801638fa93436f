package org.heddle.dpor.strategy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.heddle.dpor.model.Begin;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.ObjectFamily;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.Execution;

/**
 * What executions have shown of a program, as the parameters of sampling: the threads (n), the events (k), and how often which
 * thread accesses which object. Everything is the most that one execution has shown. What the main thread does before it creates another one
 * is not counted, nor what comes before {@linkplain org.heddle.dpor.model.Begin exploring begins}: policies begin behind both.
 */
final class Profile {
    private int threads = 1;
    private final Set<Integer> ids = new TreeSet<>();
    private int events = 1;
    private final Map<Long, Map<Integer, Long>> accesses = new TreeMap<>();
    private final Map<Integer, Integer> parents = new TreeMap<>();
    private final Corpus corpus;
    private boolean hasBegin;

    /** Of a program of which nothing is known. */
    Profile() {
        this(new Corpus());
    }

    private Profile(Corpus corpus) {
        this.corpus = corpus;
    }

    /** A copy that does not change any more, but for the {@link #corpus}. */
    Profile copy() {
        Profile copy = new Profile(corpus);
        copy.threads = threads;
        copy.ids.addAll(ids);
        copy.events = events;
        accesses.forEach((object, counts) -> copy.accesses.put(object, new TreeMap<>(counts)));
        copy.parents.putAll(parents);
        return copy;
    }

    /** Takes in an execution. */
    void add(Execution execution) {
        Map<Long, Map<Integer, Long>> own = new HashMap<>();
        Set<Integer> seen = new TreeSet<>();
        boolean alone = true;
        boolean begun = false;
        int counted = 0;
        for (Event event : execution.events()) {
            OperationKind kind = event.operation().kind();
            seen.add(event.thread());
            alone &= kind != OperationKind.THREAD_CREATE;
            if (kind == OperationKind.THREAD_CREATE) {
                parents.put((int) event.operation().object(), event.thread());
            }
            if (kind == OperationKind.BEGIN && !begun) {
                begun = true;
                own.clear();
                counted = 0;
                continue;
            }
            if (alone) {
                continue;
            }
            counted++;
            if (ObjectFamily.of(event.operation()) != ObjectFamily.NONE
                    && kind != OperationKind.THREAD_JOIN) { // it waits its turn
                count(own, event.operation().object(), event.thread());
            }
            if (ObjectFamily.second(event.operation()) != ObjectFamily.NONE) {
                count(own, Dependence.secondObject(event.operation()), event.thread());
            }
        }
        hasBegin |= begun;
        threads = Math.max(threads, seen.size());
        ids.addAll(seen);
        events = Math.max(events, counted);
        own.forEach((object, counts) -> {
            Map<Integer, Long> most = accesses.computeIfAbsent(object, o -> new TreeMap<>());
            counts.forEach((thread, count) -> most.merge(thread, count, Math::max));
        });
    }

    private static void count(Map<Long, Map<Integer, Long>> counts, long object, int thread) {
        counts.computeIfAbsent(object, o -> new HashMap<>()).merge(thread, 1L, Long::sum);
    }

    /** What operations have read from which others, and what was required of executions that have shown it. It goes on learning. */
    Corpus corpus() {
        return corpus;
    }

    /** Whether exploring begins somewhere behind the start. */
    boolean hasBegin() {
        return hasBegin;
    }

    /** Takes in of an execution, which another search has run, where exploring begins. */
    void learnBegin(Execution execution) {
        hasBegin = hasBegin || Begin.of(execution.events()) > 0;
    }

    /** How many threads an execution has (n). */
    int threads() {
        return threads;
    }

    /** The threads that there are in some execution, in ascending order. */
    List<Integer> ids() {
        return List.copyOf(ids);
    }

    /** How many events an execution has behind the first creation of a thread, that one included (k). */
    int events() {
        return events;
    }

    /** The objects that several threads access, in ascending order. */
    List<Long> shared() {
        return accesses.entrySet().stream()
                .filter(entry -> entry.getValue().size() > 1)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** How many accesses to these objects an execution has (Σ k_q). */
    long accesses(List<Long> objects) {
        return objects.stream()
                .flatMap(object -> accesses.get(object).values().stream())
                .mapToLong(count -> count)
                .sum();
    }

    /** How many accesses to these objects each thread has, together with the threads that it creates. */
    Map<Integer, Long> accessesByTree(List<Long> objects) {
        Map<Integer, Long> sums = new TreeMap<>();
        for (long object : objects) {
            accesses.get(object).forEach((thread, count) -> {
                int ancestor = thread;
                sums.merge(ancestor, count, Long::sum);
                for (int depth = 0; parents.containsKey(ancestor) && depth <= parents.size(); depth++) {
                    ancestor = parents.get(ancestor);
                    sums.merge(ancestor, count, Long::sum);
                }
            });
        }
        return sums;
    }
}
