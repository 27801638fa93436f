package org.heddle.dpor.weak;

/**
 * A vector clock that nobody changes once it is made, so that many share one. Component u says of how many of thread u's first events
 * something is true.
 */
final class Clock {
    /** Zero everywhere. */
    static final Clock ZERO = new Clock(new int[0]);

    private final int[] counts; // 0 beyond its end

    private Clock(int[] counts) {
        this.counts = counts;
    }

    int get(int thread) {
        return thread < counts.length ? counts[thread] : 0;
    }

    /** Whether the event is among those that the clock counts. */
    boolean has(int thread, int local) {
        return get(thread) > local;
    }

    /** The greater in each component; one of the two itself where it is that. */
    Clock join(Clock other) {
        if (this == other || other == ZERO) {
            return this;
        }
        if (this == ZERO) {
            return other;
        }
        if (counts.length < other.counts.length) {
            return other.join(this);
        }
        boolean isEnough = true;
        boolean isOtherEnough = true;
        for (int u = 0; u < counts.length; u++) {
            int theirs = other.get(u);
            isEnough &= counts[u] >= theirs;
            isOtherEnough &= theirs >= counts[u];
        }
        if (isEnough || isOtherEnough) {
            return isEnough ? this : other;
        }
        int[] both = counts.clone();
        for (int u = 0; u < other.counts.length; u++) {
            both[u] = Math.max(both[u], other.counts[u]);
        }
        return new Clock(both);
    }

    /** The same with this event of a thread, and all before it. */
    Clock with(int thread, int local) {
        int[] more = new int[Math.max(counts.length, thread + 1)];
        System.arraycopy(counts, 0, more, 0, counts.length);
        more[thread] = local + 1;
        return new Clock(more);
    }
}
