package org.heddle.dpor.bound;

/**
 * The bounds of a {@link RankedSearch}.
 *
 * @param threads how many threads' order is to be covered, at least 2
 * @param variables behind the accesses to how many variables threads may be preempted
 * @param preemptions how many there may be
 */
public record RankBounds(int threads, int variables, int preemptions) {
    /** What a probability is to come up to. */
    private static final double MISS = 0.01;

    /**
     * How many random orders show every order of {@code threads} threads with a probability of at least 99 % (Bindal, Bansal, Lal, ISSTA
     * 2013, Lemma 4.1). They are orders of {@code n} threads, and of what is left of them behind a preemption. For fixed t of N
     * fragments, one random order shows a certain order with probability 1/t!; by the union bound over all (N choose t)·t! of them,
     * t!·(t·ln N + ln 1/ε) are enough. (The lemma as printed has lost the factorial.)
     */
    long orders(int n) {
        int fragments = n + preemptions;
        int t = Math.min(threads + preemptions, fragments);
        double factorial = 1;
        for (int k = 2; k <= t; k++) {
            factorial *= k;
        }
        double enough = factorial * (t * Math.log(fragments) + Math.log(1 / MISS));
        return (long) Math.min(1e12, Math.ceil(enough));
    }
}
