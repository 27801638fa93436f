package org.heddle.dpor.history;

import java.util.Comparator;
import java.util.List;

/**
 * The calls of one object in one execution (Herlihy, Wing, "Linearizability: A Correctness Condition for Concurrent Objects", TOPLAS 1990,
 * §2.2).
 *
 * @param object its address, or 0
 * @param calls in the order in which they begin
 */
public record History(long object, List<Call> calls) {
    private static final long OFFSET = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    /** Equal for histories of one object with the same calls of the same threads, the same results, and the same order in time. */
    public long digest() {
        List<Call> byThread = byThread();
        long hash = OFFSET;
        for (Call call : byThread) {
            hash = mix(hash, call.thread());
            hash = mix(hash, call.invocation());
            hash = mix(hash, call.isPending() ? 0 : call.response());
            long before = 1;
            for (Call other : byThread) {
                before = before << 1 | (other.isBefore(call) ? 1 : 0);
                if (before < 0) { // full
                    hash = mix(hash, before);
                    before = 1;
                }
            }
            hash = mix(hash, before);
        }
        return hash;
    }

    /** The calls, those of one thread together in their order. */
    List<Call> byThread() {
        return calls.stream()
                .sorted(Comparator.comparingInt(Call::thread).thenComparingInt(Call::begin))
                .toList();
    }

    private static long mix(long hash, long value) {
        long mixed = hash;
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            mixed = (mixed ^ (value >>> shift & 0xff)) * PRIME;
        }
        return mixed;
    }
}
