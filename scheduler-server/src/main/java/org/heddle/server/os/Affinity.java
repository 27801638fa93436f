package org.heddle.server.os;

import java.util.BitSet;

/**
 * The cores on which a thread may run.
 *
 * @param cores their numbers
 */
public record Affinity(BitSet cores) {
    private static final int WORDS = 128; // 8192 cores

    /** What the calling thread may use; empty where the system does not tell. */
    public static Affinity current() {
        long[] mask = new long[WORDS];
        int bytes = Native.C.sched_getaffinity(0, (long) WORDS * Long.BYTES, mask);
        return new Affinity(bytes < 0 ? new BitSet() : BitSet.valueOf(mask));
    }

    /** One core only. */
    public static Affinity of(int core) {
        BitSet one = new BitSet();
        one.set(core);
        return new Affinity(one);
    }

    /** Restricts the calling thread to these cores; false where the system refuses. */
    public boolean apply() {
        long[] mask = cores.toLongArray();
        if (mask.length == 0) {
            return false;
        }
        return Native.C.sched_setaffinity(0, (long) mask.length * Long.BYTES, mask) == 0;
    }
}
