package org.heddle.dpor.bound.tree;

import org.heddle.dpor.analysis.Decisions;

/** No reduction: every thread that can run is run, at every node. With a bound, the plain search of Musuvathi and Qadeer (PLDI 2007). */
public final class AllBranches implements BacktrackRule {
    @Override
    public void atNewNode(Decisions trace, int depth, Branches branches) {
        BacktrackRule.addAll(trace, depth, branches);
    }

    @Override
    public void afterTrace(Decisions trace, Branches branches) {}

    @Override
    public boolean allowsSleep() {
        return false;
    }
}
