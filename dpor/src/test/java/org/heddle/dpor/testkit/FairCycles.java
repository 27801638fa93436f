package org.heddle.dpor.testkit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.OperationKind;

/**
 * The states of a simulated program, without any reduction, and the cycles among them in which every thread that can go on has its turn
 * (Emerson and Lei, "Modalities for model checking", 1987: strongly connected parts that are fair).
 */
public final class FairCycles {
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<Machine> machines = new ArrayList<>();
    private final List<List<Edge>> edges = new ArrayList<>();
    private final Set<Integer> ended = new HashSet<>();

    private record Edge(int target, Event event) {}

    private FairCycles() {}

    /**
     * Whether there is a cycle that counts as a livelock: one of its threads ends in some execution, or all of its threads try
     * something, and nobody succeeds; null if there are more states than the limit.
     */
    public static Boolean anyLivelock(Program program, int memorySize, int limit) {
        FairCycles graph = new FairCycles();
        if (!graph.build(new Machine(program, memorySize, ExitRule.EARLY, false), limit)) {
            return null;
        }
        Set<Integer> all = new HashSet<>(graph.numbers.values());
        return graph.anyFair(all, event -> true, threads -> threads.stream().anyMatch(graph.ended::contains), false)
                || graph.anyFair(all, event -> !tries(event) || fails(event), threads -> true, true);
    }

    private boolean build(Machine start, int limit) {
        Deque<Integer> open = new ArrayDeque<>();
        open.add(numberOf(start));
        while (!open.isEmpty()) {
            int number = open.remove();
            Machine machine = machines.get(number);
            Set<Integer> enabled = machine.ended() == null ? machine.enabled() : Set.of();
            ended.addAll(machine.gone());
            for (int thread : enabled) {
                for (int alternative : machine.alternatives(thread)) {
                    Machine next = new Machine(machine);
                    Event event = next.execute(thread, alternative);
                    boolean isNew = !numbers.containsKey(next.state());
                    int target = numberOf(next);
                    edges.get(number).add(new Edge(target, event));
                    if (isNew) {
                        open.add(target);
                    }
                }
            }
            if (machines.size() > limit) {
                return false;
            }
        }
        return true;
    }

    private int numberOf(Machine machine) {
        return numbers.computeIfAbsent(machine.state(), state -> {
            machines.add(machine);
            edges.add(new ArrayList<>());
            return machines.size() - 1;
        });
    }

    /** Whether these states have a fair cycle of such events and threads; where asked for, one in which each thread fails at something. */
    private boolean anyFair(
            Set<Integer> states, Predicate<Event> usable, Predicate<Set<Integer>> wanted, boolean allFail) {
        for (Set<Integer> part : connected(states, usable)) {
            Set<Integer> could = new HashSet<>();
            Set<Integer> can = new HashSet<>();
            Set<Integer> fail = new HashSet<>();
            for (int state : part) {
                could.addAll(machines.get(state).enabled());
                for (Edge edge : edges.get(state)) {
                    if (part.contains(edge.target()) && usable.test(edge.event())) {
                        can.add(edge.event().thread());
                        if (fails(edge.event())) {
                            fail.add(edge.event().thread());
                        }
                    }
                }
            }
            if (can.isEmpty()) {
                continue;
            }
            if (can.containsAll(could)) {
                if (wanted.test(can) && (!allFail || fail.containsAll(can))) {
                    return true;
                }
                continue;
            }
            Set<Integer> fewer = new HashSet<>(part);
            fewer.removeIf(state -> !can.containsAll(machines.get(state).enabled()));
            if (anyFair(fewer, usable, wanted, allFail)) {
                return true;
            }
        }
        return false;
    }

    /** The strongly connected parts: what a state reaches and is reached by. */
    private List<Set<Integer>> connected(Set<Integer> states, Predicate<Event> usable) {
        Map<Integer, List<Integer>> forward = new HashMap<>();
        Map<Integer, List<Integer>> backward = new HashMap<>();
        for (int state : states) {
            for (Edge edge : edges.get(state)) {
                if (states.contains(edge.target()) && usable.test(edge.event())) {
                    forward.computeIfAbsent(state, s -> new ArrayList<>()).add(edge.target());
                    backward.computeIfAbsent(edge.target(), s -> new ArrayList<>())
                            .add(state);
                }
            }
        }
        List<Integer> order = new ArrayList<>();
        Set<Integer> seen = new HashSet<>();
        for (int state : states) {
            finish(state, forward, seen, order);
        }
        List<Set<Integer>> parts = new ArrayList<>();
        Set<Integer> taken = new HashSet<>();
        for (int k = order.size() - 1; k >= 0; k--) {
            if (!taken.contains(order.get(k))) {
                List<Integer> part = new ArrayList<>();
                finish(order.get(k), backward, taken, part);
                parts.add(new HashSet<>(part));
            }
        }
        return parts;
    }

    /** Visits what can be reached, depth first, and takes the states down as they are left. */
    private static void finish(
            int from, Map<Integer, List<Integer>> next, Set<Integer> seen, Collection<Integer> order) {
        Deque<Integer> path = new ArrayDeque<>();
        Deque<ArrayDeque<Integer>> left = new ArrayDeque<>();
        if (seen.add(from)) {
            path.push(from);
            left.push(new ArrayDeque<>(next.getOrDefault(from, List.of())));
        }
        while (!path.isEmpty()) {
            Integer target = left.peek().poll();
            if (target == null) {
                order.add(path.pop());
                left.pop();
            } else if (seen.add(target)) {
                path.push(target);
                left.push(new ArrayDeque<>(next.getOrDefault(target, List.of())));
            }
        }
    }

    private static boolean tries(Event event) {
        return switch (event.operation().kind()) {
            case ATOMIC_CAS, MUTEX_TRYLOCK, SPIN_TRYLOCK, SEM_TRYWAIT, RWLOCK_TRYRDLOCK, RWLOCK_TRYWRLOCK -> true;
            default -> false;
        };
    }

    private static boolean fails(Event event) {
        return tries(event) && (event.operation().kind() == OperationKind.ATOMIC_CAS) == (event.result() == 0);
    }
}
