package org.heddle.dpor.bound.tree;

import java.util.Arrays;
import org.heddle.dpor.analysis.Decisions;

/**
 * Reduction that is sound under a bound on preemptions: bound persistent sets (Coons, Musuvathi, McKinley, "Bounded Partial-Order
 * Reduction", OOPSLA 2013), in any order of executions. Take every depth j, everything p that is pending there,
 * and every other thread u. Then p is to be run before the last event i of u before j that it conflicts with. Because getting there may
 * cost a preemption, p is also to be run before the block of u's consecutive events that contains i. Happens-before must not filter
 * these points, and there are no sleep sets: with either, executions within the bound are lost.
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
        int[] last = new int[trace.threads()];
        for (int row = 0; row < trace.rows(); row++) {
            addBefore(trace, row, last, branches);
        }
    }

    /** For the depths at which the row is pending: all conflicts behind its predecessor, and each thread's last one before that. */
    private static void addBefore(Decisions trace, int row, int[] last, Branches branches) {
        int thread = trace.thread(row);
        int previous = trace.previous(row);
        Arrays.fill(last, Decisions.NONE);
        last[thread] = row;
        trace.conflictsBefore(row, earlier -> {
            if (earlier > previous) {
                add(trace, earlier, thread, branches);
                return true;
            }
            int other = trace.thread(earlier);
            last[other] = Math.max(last[other], earlier);
            return isBehindSome(last, earlier);
        });
        for (int earlier : last) {
            if (earlier != Decisions.NONE && earlier != row) {
                add(trace, earlier, thread, branches);
            }
        }
    }

    private static boolean isBehindSome(int[] last, int row) {
        for (int known : last) {
            if (known < row) {
                return true;
            }
        }
        return false;
    }

    private static void add(Decisions trace, int depth, int thread, Branches branches) {
        BacktrackRule.addOrAll(trace, depth, thread, branches);
        BacktrackRule.addOrAll(trace, startOfBlock(trace, depth), thread, branches);
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
