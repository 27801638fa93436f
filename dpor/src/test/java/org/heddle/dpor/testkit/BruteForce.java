package org.heddle.dpor.testkit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.heddle.dpor.explore.frontier.Proved.Measure;
import org.heddle.dpor.history.History;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Relation;
import org.heddle.dpor.model.Section;
import org.heddle.dpor.model.WholeSections;

/** Runs every interleaving of a simulated program, without any reduction. */
public final class BruteForce {
    private final int limit;
    private final Measure measure;
    private final int operations;
    private final Map<String, String> classes = new HashMap<>();
    private final Set<String> outcomes = new HashSet<>();
    private final Map<String, Integer> least = new HashMap<>();
    private final ReferenceOrder trace;
    private final Deque<Long> accessed = new ArrayDeque<>();
    private final Deque<Integer> threads = new ArrayDeque<>();
    private final Deque<Long> preemptedAt = new ArrayDeque<>();
    private final Histories histories = new Histories();
    private final Roles roles = new Roles();
    private Set<Long> calls; // null: nobody asks
    private Program program; // null: nobody asks for roles
    private WholeSections sections = WholeSections.NONE;
    private List<Event> begin = List.of();
    private int mostPreemptions = Integer.MAX_VALUE;
    private int interleavings;

    private BruteForce(int limit, Measure measure, int operations) {
        this(limit, measure, operations, Relation.PLAIN);
    }

    private BruteForce(int limit, Measure measure, int operations, Relation relation) {
        trace = new ReferenceOrder(relation);
        this.limit = limit;
        this.measure = measure;
        this.operations = operations;
    }

    /** The classes with the terminal state of each; null if there are more interleavings than the limit. */
    public static Map<String, String> classes(Program program, int memorySize, int limit) {
        return classes(program, memorySize, limit, Integer.MAX_VALUE);
    }

    /** The same where more commutes. */
    public static Map<String, String> classes(Program program, int memorySize, int limit, Relation relation) {
        BruteForce force = new BruteForce(limit, Measure.NONE, Integer.MAX_VALUE, relation);
        Machine machine = new Machine(program, memorySize, ExitRule.EARLY, relation.alike());
        return force.run(machine, -1, 0, 0) ? force.classes : null;
    }

    /** What can be told of all interleavings by who does not know threads with the same code apart; null if there are too many. */
    public static Roles roles(Program program, int memorySize, int limit) {
        BruteForce force = new BruteForce(limit, Measure.NONE, Integer.MAX_VALUE);
        force.program = program;
        return force.run(new Machine(program, memorySize, ExitRule.EARLY, false), -1, 0, 0) ? force.roles : null;
    }

    /** The same where critical sections are executed in one go. */
    public static Map<String, String> classes(Program program, int memorySize, int limit, WholeSections sections) {
        BruteForce force = new BruteForce(limit, Measure.NONE, Integer.MAX_VALUE, Relation.PLAIN);
        force.sections = sections;
        return force.run(new Machine(program, memorySize, ExitRule.EARLY, false), -1, 0, 0) ? force.classes : null;
    }

    /** The same where processes end by this rule. */
    public static Map<String, String> classes(Program program, int memorySize, int limit, ExitRule exits) {
        BruteForce force = new BruteForce(limit, Measure.NONE, Integer.MAX_VALUE);
        return force.run(new Machine(program, memorySize, exits, false), -1, 0, 0) ? force.classes : null;
    }

    /** The classes of those interleavings that begin with these events. */
    public static Map<String, String> classes(Program program, int memorySize, int limit, List<Event> begin) {
        BruteForce force = new BruteForce(limit, Measure.NONE, Integer.MAX_VALUE);
        force.begin = begin;
        return force.run(new Machine(program, memorySize, ExitRule.EARLY, false), -1, 0, 0) ? force.classes : null;
    }

    /** What can be told of the interleavings with so many preemptions; null if there are more than the limit in all. */
    public static Histories histories(Program program, int memorySize, int limit, int preemptions) {
        BruteForce force = new BruteForce(limit, Measure.PREEMPTIONS, Integer.MAX_VALUE);
        force.mostPreemptions = preemptions;
        return force.run(new Machine(program, memorySize, ExitRule.EARLY, false), -1, 0, 0) ? force.histories : null;
    }

    /** What memory holds at the end of some interleaving, and how that ends; null if there are more interleavings than the limit. */
    public static Set<String> outcomes(Program program, int memorySize, int limit) {
        BruteForce force = new BruteForce(limit, Measure.NONE, Integer.MAX_VALUE);
        return force.run(new Machine(program, memorySize, ExitRule.EARLY, false), -1, 0, 0) ? force.outcomes : null;
    }

    /**
     * What the interleavings of a program that calls objects under test are.
     *
     * @param classes their names
     * @param histories the calls, with their results and their order in time, as {@link History#digest} tells them
     */
    public record Called(Set<String> classes, Set<Long> histories) {}

    /** The interleavings of a program that calls objects under test; null if there are more than the limit. */
    public static Called called(Program program, int memorySize, int limit) {
        BruteForce force = new BruteForce(limit, Measure.NONE, Integer.MAX_VALUE);
        force.calls = new HashSet<>();
        boolean within = force.run(new Machine(program, memorySize, ExitRule.EARLY, false), -1, 0, 0);
        return within ? new Called(force.classes.keySet(), force.calls) : null;
    }

    /** The classes where each thread goes no further than so many operations. */
    public static Map<String, String> classes(Program program, int memorySize, int limit, int operations) {
        BruteForce force = new BruteForce(limit, Measure.NONE, operations);
        return force.run(new Machine(program, memorySize, ExitRule.EARLY, false), -1, 0, 0) ? force.classes : null;
    }

    /**
     * The classes with the least that an execution of each measures; null if there are more interleavings than the limit.
     */
    public static Map<String, Integer> leastCosts(Program program, int memorySize, int limit, Measure measure) {
        BruteForce force = new BruteForce(limit, measure, Integer.MAX_VALUE);
        return force.run(new Machine(program, memorySize, ExitRule.EARLY, false), -1, 0, 0) ? force.least : null;
    }

    private boolean run(Machine machine, int last, int depth, int cost) {
        if (depth < begin.size()) {
            return branch(machine, begin.get(depth).thread(), begin.get(depth).alternative(), depth, cost);
        }
        boolean stuck = true;
        if (machine.ended() == null) {
            for (int thread : machine.threads()) {
                if (machine.isEnabled(thread) && isWithin(machine, thread)) {
                    stuck = false;
                    if (!branch(machine, thread, depth, cost(machine, last, depth, cost, thread))) {
                        return false;
                    }
                }
            }
        }
        int expiring = stuck && machine.ended() == null ? machine.lastResort() : -1;
        if (expiring >= 0 && machine.executed(expiring) < operations) {
            return branch(machine, expiring, Event.TIMEOUT, depth, cost);
        }
        return !stuck || record(machine, cost);
    }

    private boolean isWithin(Machine machine, int thread) {
        return machine.executed(thread) < operations || machine.isInSection(thread);
    }

    private boolean branch(Machine machine, int thread, int depth, int cost) {
        for (int alternative : machine.alternatives(thread)) {
            if (!branch(machine, thread, alternative, depth, cost)) {
                return false;
            }
        }
        return true;
    }

    private boolean branch(Machine machine, int thread, int alternative, int depth, int cost) {
        Machine next = new Machine(machine);
        List<Event> step = next.step(thread, alternative, sections);
        Event event = step.size() == 1 ? step.get(0) : Section.whole(step.get(0), step.get(1));
        boolean preempts = measure == Measure.VARIABLES && preempts(machine, last(), thread);
        if (preempts) {
            preemptedAt.push(accessed.peek());
        }
        trace.push(event, next.terminator() >= 0);
        accessed.push(event.operation().object());
        threads.push(thread);
        boolean within = run(next, thread, depth + 1, cost);
        threads.pop();
        accessed.pop();
        trace.pop();
        if (preempts) {
            preemptedAt.pop();
        }
        return within;
    }

    private int last() {
        return threads.isEmpty() ? -1 : threads.peek();
    }

    private static boolean preempts(Machine machine, int last, int thread) {
        boolean lastCanRun = machine.threads().contains(last) && machine.isEnabled(last);
        return lastCanRun && thread != last && !machine.pending(last).kind().yields();
    }

    private int cost(Machine machine, int last, int depth, int cost, int thread) {
        return switch (measure) {
            case NONE -> 0;
            case PREEMPTIONS -> preempts(machine, last, thread) ? cost + 1 : cost;
            case VARIABLES -> preempts(machine, last, thread) && !preemptedAt.contains(accessed.peek())
                    ? cost + 1
                    : cost;
            case SWITCHES -> last >= 0 && thread != last ? cost + 1 : cost;
            case DELAYS -> cost + skipped(machine, last, thread);
            case DEPTH -> skipped(machine, last, thread) > 0 ? depth + 1 : cost;
        };
    }

    /** How many threads the scheduler "the last one, else in order" would have preferred. */
    private static int skipped(Machine machine, int last, int thread) {
        List<Integer> order = new ArrayList<>(machine.threads());
        order.removeIf(t -> !machine.isEnabled(t));
        if (order.remove((Integer) last)) {
            order.add(0, last);
        }
        return order.indexOf(thread);
    }

    private boolean record(Machine machine, int cost) {
        String state = machine.terminalState();
        outcomes.add(machine.outcome());
        if (cost <= mostPreemptions) {
            histories.add(trace.events(), machine);
        }
        if (program != null) {
            roles.add(trace.events(), machine, program);
        }
        if (calls != null) {
            org.heddle.dpor.history.Histories.of(trace.events(), org.heddle.dpor.history.CallOrder.OF_TIME)
                    .forEach(history -> calls.add(history.digest()));
        }
        String name = trace.classOf();
        String other = classes.put(name, state);
        if (other != null && !other.equals(state)) {
            throw new AssertionError("one class, two terminal states: the reference order is wrong");
        }
        least.merge(name, cost, Math::min);
        return ++interleavings < limit;
    }
}
