package org.heddle.dpor.bound.tree;

import org.heddle.dpor.analysis.Decisions;

/** Where a search branches. Threads go by their numbers in the trace at hand. */
public interface BacktrackRule {
    /** Takes the branches that a trace asks for. */
    interface Branches {
        /** The thread, which can run at this depth of the trace, is to be run there in some execution. */
        void add(int depth, int thread);

        /** Whether the thread is run there, or is to be run. */
        boolean has(int depth, int thread);
    }

    /**
     * Branches at a new node, besides the event that the trace took there.
     *
     * @param trace the trace
     * @param depth of the node; an event follows
     * @param branches where to add
     */
    void atNewNode(Decisions trace, int depth, Branches branches);

    /** Branches that the whole trace asks for, at nodes old and new. */
    void afterTrace(Decisions trace, Branches branches);

    /** Whether sleep sets are sound with this rule. */
    boolean allowsSleep();

    /** Adds every thread that can run at this depth. */
    static void addAll(Decisions trace, int depth, Branches branches) {
        for (int thread = 0; thread < trace.threads(); thread++) {
            if (trace.canRun(thread, depth)) {
                branches.add(depth, thread);
            }
        }
    }

    /** Adds the thread if it can run at this depth, else every thread that can. */
    static void addOrAll(Decisions trace, int depth, int thread, Branches branches) {
        if (trace.canRun(thread, depth)) {
            branches.add(depth, thread);
        } else {
            addAll(trace, depth, branches);
        }
    }
}
