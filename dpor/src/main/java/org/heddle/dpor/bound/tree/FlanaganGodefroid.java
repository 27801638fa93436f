package org.heddle.dpor.bound.tree;

import org.heddle.dpor.analysis.Decisions;

/**
 * Dynamic partial order reduction (Flanagan, Godefroid, "Dynamic Partial-Order Reduction for Model Checking Software", POPL 2005,
 * Figure 3), with the locksets of Inspect (Yang, Chen, Gopalakrishnan, Kirby, 2008): two events whose threads
 * hold a mutex in common are never enabled together. Take every depth j and everything p that is pending there. Then p is to be run
 * before one event i: the last before j that conflicts with p, may be enabled together with it, and does not happen before it (line 5).
 * Where p cannot run there, anything that must precede it will do (lines 6–9).
 *
 * <p>A timeout as the last resort is dependent with everything, so it would hide every conflict before it, and it ends the wait for
 * a mutex that is held. In traces with such events, neither locksets nor only the last conflict count.
 *
 * <p>There are no sleep sets: where the branch that a conflict asks for is asleep, the conflicts behind it are not seen at this
 * node. Since only the last conflict counts, nothing else asks for what is then missing. Source sets are the remedy.
 */
public final class FlanaganGodefroid implements BacktrackRule {
    private final BacktrackRule everyConflict = new BoundPersistentSets();

    @Override
    public void atNewNode(Decisions trace, int depth, Branches branches) {}

    @Override
    public void afterTrace(Decisions trace, Branches branches) {
        if (trace.hasTimeouts()) {
            everyConflict.afterTrace(trace, branches);
            return;
        }
        LockSets locks = new LockSets(trace);
        for (int row = 0; row < trace.rows(); row++) {
            addBefore(trace, locks, row, branches);
        }
    }

    /** For the depths at which the row is pending: all conflicts behind its predecessor, and the last one before that. */
    private static void addBefore(Decisions trace, LockSets locks, int row, Branches branches) {
        int previous = trace.previous(row);
        int[] last = {Decisions.NONE};
        trace.conflictsBefore(row, earlier -> {
            boolean ordered = locks.exclude(earlier, row) || trace.happensBeforePrevious(earlier, row);
            if (ordered || !trace.conflict(earlier, row)) {
                return true;
            }
            if (earlier > previous) {
                addOneOf(trace, earlier, row, branches);
                return true;
            }
            last[0] = Math.max(last[0], earlier);
            return false;
        });
        if (last[0] != Decisions.NONE) {
            addOneOf(trace, last[0], row, branches);
        }
    }

    /** Lines 6–9: the set E, of which the thread of the row is taken if it can run, else all of it; if it is empty, all threads. */
    private static void addOneOf(Decisions trace, int depth, int row, Branches branches) {
        int thread = trace.thread(row);
        if (trace.canRun(thread, depth)) {
            branches.add(depth, thread);
            return;
        }
        boolean any = false;
        for (int other = 0; other < trace.threads() && !any; other++) {
            int next = trace.next(other, depth);
            boolean precedes = next > depth && next < row && trace.happensBeforePrevious(next, row);
            if (precedes && trace.canRun(other, depth)) {
                branches.add(depth, other);
                any = true;
            }
        }
        if (!any) {
            BacktrackRule.addAll(trace, depth, branches);
        }
    }

    @Override
    public boolean allowsSleep() {
        return false;
    }
}
