package org.heddle.dpor.bound.tree;

import org.heddle.dpor.analysis.Decisions;
import org.heddle.dpor.explore.frontier.Proved.Measure;

/** What the choices of an execution add up to, in some {@link Measure}. Never less for a longer prefix. */
@FunctionalInterface
interface Cost {
    /**
     * The cost of a prefix with one more event.
     *
     * @param before the cost of the prefix of this depth
     * @param trace a trace through the node
     * @param depth of the node
     * @param thread which can run there, and runs
     */
    int after(int before, Decisions trace, int depth, int thread);

    /** The cost in this measure. */
    static Cost of(Measure measure) {
        return switch (measure) {
            case NONE -> (before, trace, depth, thread) -> 0;
            case PREEMPTIONS -> Cost::preemptions;
            case SWITCHES -> Cost::switches;
            case DELAYS -> Cost::delays;
            case DEPTH -> Cost::lastChoice;
            case VARIABLES -> Cost::variables;
        };
    }

    private static int preemptions(int before, Decisions trace, int depth, int thread) {
        boolean switches = depth > 0 && trace.thread(depth - 1) != thread;
        return switches && trace.wantsToRun(trace.thread(depth - 1), depth) ? before + 1 : before;
    }

    private static int switches(int before, Decisions trace, int depth, int thread) {
        return depth > 0 && trace.thread(depth - 1) != thread ? before + 1 : before;
    }

    /** The scheduler that is departed from goes on with the same thread, then takes them in order of their ids. */
    private static int delays(int before, Decisions trace, int depth, int thread) {
        int last = depth == 0 ? Decisions.NONE : trace.thread(depth - 1);
        int skipped = 0;
        for (int other = 0; other < trace.threads() && thread != last; other++) {
            boolean comesFirst = other == last || trace.id(other) < trace.id(thread);
            if (other != thread && comesFirst && trace.canRun(other, depth)) {
                skipped++;
            }
        }
        return before + skipped;
    }

    /** A preemption counts for the variable that the thread accessed last; sooner or later, a variable counts once. */
    private static int variables(int before, Decisions trace, int depth, int thread) {
        if (preemptions(0, trace, depth, thread) == 0) {
            return before;
        }
        long variable = trace.event(depth - 1).operation().object();
        for (int at = 1; at < depth; at++) {
            boolean same = trace.event(at - 1).operation().object() == variable;
            if (same && preemptions(0, trace, at, trace.thread(at)) != 0) {
                return before;
            }
        }
        return before + 1;
    }

    private static int lastChoice(int before, Decisions trace, int depth, int thread) {
        return delays(0, trace, depth, thread) == 0 ? before : depth + 1;
    }
}
