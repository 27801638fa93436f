package org.heddle.dpor.bound.tree;

import org.heddle.dpor.analysis.Decisions;

/**
 * Source-DPOR (Abdulla, Aronis, Jonsson, Sagonas, JACM 2017, Algorithm 1): for every race (e, e') of a trace, with v = notdep(e, E).e',
 * some thread that can come first in v is to be run instead of e, unless one is already (lines 6–9).
 */
public final class SourceSets implements BacktrackRule {
    @Override
    public void atNewNode(Decisions trace, int depth, Branches branches) {}

    @Override
    public void afterTrace(Decisions trace, Branches branches) {
        for (int race = 0; race < trace.raceCount(); race++) {
            reverse(trace, trace.raceFirst(race), trace.raceSecond(race), branches);
        }
    }

    private static void reverse(Decisions trace, int first, int second, Branches branches) {
        int found = Decisions.NONE;
        for (int thread = 0; thread < trace.threads(); thread++) {
            if (isInitial(trace, first, second, thread) && trace.canRun(thread, first)) {
                if (branches.has(first, thread)) {
                    return;
                }
                found = found == Decisions.NONE || thread == trace.thread(second) ? thread : found;
            }
        }
        if (found == Decisions.NONE) {
            BacktrackRule.addAll(trace, first, branches);
        } else {
            branches.add(first, found);
        }
    }

    /** Whether the thread's first event in v = notdep(first, E).second has no predecessor there. */
    private static boolean isInitial(Decisions trace, int first, int second, int thread) {
        int start = nextInSequence(trace, first, second, thread);
        if (start == Decisions.NONE) {
            return false;
        }
        int end = Math.min(start, trace.length());
        for (int row = first + 1; row < end; row++) {
            boolean inSequence = !trace.happensBefore(first, row);
            if (inSequence && trace.happensBefore(row, start)) {
                return false;
            }
        }
        return true;
    }

    private static int nextInSequence(Decisions trace, int first, int second, int thread) {
        int row = trace.next(thread, first + 1);
        boolean within =
                row != Decisions.NONE && row < Math.min(second, trace.length()) && !trace.happensBefore(first, row);
        return within || row == second ? row : Decisions.NONE;
    }

    @Override
    public boolean allowsSleep() {
        return true;
    }
}
