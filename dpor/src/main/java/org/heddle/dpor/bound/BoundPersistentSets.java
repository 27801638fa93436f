package org.heddle.dpor.bound;

import org.heddle.dpor.reduction.Decisions;

/**
 * Reduction that is sound under a bound on preemptions: bound persistent sets (Coons, Musuvathi, McKinley, "Bounded Partial-Order
 * Reduction", OOPSLA 2013), in any order of executions. For every depth j, everything p that is pending there and every other
 * thread u, p is to be run before the last event i of u before j that it conflicts with, and, because getting there may cost a
 * preemption, also before the block of u's consecutive events that contains i. Happens-before must not filter these points, and
 * there are no sleep sets: with either, executions within the bound are lost.
 */
public final class BoundPersistentSets implements BacktrackRule {
    @Override
    public void atNewNode(Decisions trace, int depth, Branches branches) {
        int last = depth == 0 ? Decisions.NONE : trace.thread(depth - 1);
        if (last != Decisions.NONE && trace.wantsToRun(last, depth)) {
            branches.add(depth, last);
        } else {
            BacktrackRule.addAll(trace, depth, branches);
        }
    }

    @Override
    public void afterTrace(Decisions trace, Branches branches) {
        for (int row = 0; row < trace.rows(); row++) {
            int thread = trace.thread(row);
            trace.conflictsBefore(row, earlier -> {
                BacktrackRule.addOrAll(trace, earlier, thread, branches);
                BacktrackRule.addOrAll(trace, startOfBlock(trace, earlier), thread, branches);
            });
        }
    }

    private static int startOfBlock(Decisions trace, int row) {
        int start = row;
        while (start > 0 && trace.thread(start - 1) == trace.thread(row)) {
            start--;
        }
        return start;
    }

    @Override
    public boolean allowsSleep() {
        return false;
    }
}
