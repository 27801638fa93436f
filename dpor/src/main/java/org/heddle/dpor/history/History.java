package org.heddle.dpor.history;

import java.util.Comparator;
import java.util.List;
import org.heddle.dpor.model.Fnv;

/**
 * The calls of one object in one execution (Herlihy, Wing, "Linearizability: A Correctness Condition for Concurrent Objects", TOPLAS 1990,
 * §2.2).
 *
 * @param object its address, or 0
 * @param round how often the history was begun anew before these calls
 * @param calls in the order in which they begin
 * @param order which calls come before others
 */
public record History(long object, int round, List<Call> calls, CallOrder order) {
    /** Whether one call has to come before another one. */
    public boolean isBefore(Call one, Call other) {
        return order.isBefore(one, other);
    }

    /** Equal for histories of one object with the same calls of the same threads, the same results, and the same order in time. */
    public long digest() {
        List<Call> byThread = byThread();
        long hash = Fnv.START;
        for (Call call : byThread) {
            hash = Fnv.add(hash, (long) call.thread());
            hash = Fnv.add(hash, call.invocation());
            hash = Fnv.add(hash, call.isPending() ? 0L : call.response());
            long before = 1;
            for (Call other : byThread) {
                before = before << 1 | (isBefore(other, call) ? 1 : 0);
                if (before < 0) { // full
                    hash = Fnv.add(hash, before);
                    before = 1;
                }
            }
            hash = Fnv.add(hash, before);
        }
        return hash;
    }

    /** Its calls that have ended, as they are in time. */
    public History ended() {
        return new History(
                object, round, calls.stream().filter(call -> !call.isPending()).toList(), order);
    }

    /** The calls, those of one thread together in their order. */
    List<Call> byThread() {
        return calls.stream()
                .sorted(Comparator.comparingInt(Call::thread).thenComparingInt(Call::begin))
                .toList();
    }
}
