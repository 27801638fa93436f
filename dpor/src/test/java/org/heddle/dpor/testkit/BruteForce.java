package org.heddle.dpor.testkit;

import java.util.HashMap;
import java.util.Map;
import org.heddle.dpor.model.Event;

/** Runs every interleaving of a simulated program, without any reduction. */
public final class BruteForce {
    private final int limit;
    private final Map<String, String> classes = new HashMap<>();
    private final ReferenceOrder trace = new ReferenceOrder();
    private int interleavings;

    private BruteForce(int limit) {
        this.limit = limit;
    }

    /** The classes with the terminal state of each; null if there are more interleavings than the limit. */
    public static Map<String, String> classes(Program program, int memorySize, int limit) {
        BruteForce force = new BruteForce(limit);
        return force.run(new Machine(program, memorySize)) ? force.classes : null;
    }

    private boolean run(Machine machine) {
        boolean stuck = true;
        if (machine.ended() == null) {
            for (int thread : machine.threads()) {
                if (machine.isEnabled(thread)) {
                    stuck = false;
                    if (!branch(machine, thread)) {
                        return false;
                    }
                }
            }
        }
        if (stuck && machine.ended() == null && machine.lastResort() >= 0) {
            return branch(machine, machine.lastResort(), Event.TIMEOUT);
        }
        return !stuck || record(machine);
    }

    private boolean branch(Machine machine, int thread) {
        for (int alternative : machine.alternatives(thread)) {
            if (!branch(machine, thread, alternative)) {
                return false;
            }
        }
        return true;
    }

    private boolean branch(Machine machine, int thread, int alternative) {
        Machine next = new Machine(machine);
        Event event = next.execute(thread, alternative);
        trace.push(event, next.terminator() >= 0);
        boolean within = run(next);
        trace.pop();
        return within;
    }

    private boolean record(Machine machine) {
        String state = machine.terminalState();
        String other = classes.put(trace.classOf(), state);
        if (other != null && !other.equals(state)) {
            throw new AssertionError("one class, two terminal states: the reference order is wrong");
        }
        return ++interleavings < limit;
    }
}
