package org.heddle.server.restart;

import org.heddle.server.protocol.Way;

/** Decides for one target how each plan is to be executed, by what became of those before. For one thread at a time. */
public final class RestartPolicy {
    private static final int FORKED_FIRST = 16; // a runner costs as much as a few forks until it has saved its pages
    private static final int FALLBACKS_ALLOWED = 8;
    private static final int ONE_IN = 4;
    private static final int COMPARED_AT_LEAST_ONE_IN = 100;

    private final Restart restart;
    private long planned;
    private long inProcess;
    private long fallbacks;
    private long compared;
    private long sinceCompared;
    private boolean off;

    /** A policy that has seen nothing yet. */
    public RestartPolicy(Restart restart) {
        this.restart = restart;
        this.off = restart == Restart.FORK;
    }

    /** How the next plan is to be executed. */
    public Mode next() {
        if (off || (restart == Restart.AUTO && planned++ < FORKED_FIRST)) {
            return Mode.FORKED;
        }
        if (restart == Restart.COMPARE || ++sinceCompared > Math.min(compared, COMPARED_AT_LEAST_ONE_IN - 1)) {
            sinceCompared = 0;
            compared++;
            return Mode.BOTH;
        }
        return Mode.IN_PROCESS;
    }

    /** A plan that allowed the runner was executed in this way. */
    public void learn(Way way) {
        if (way.inProcess()) {
            inProcess++;
            return;
        }
        fallbacks++;
        boolean often = fallbacks > FALLBACKS_ALLOWED && fallbacks * ONE_IN > fallbacks + inProcess;
        off |= way.fallback().isForGood() || (often && restart == Restart.AUTO);
    }
}
