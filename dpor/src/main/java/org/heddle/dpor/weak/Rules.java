package org.heddle.dpor.weak;

import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.MemoryOrder;
import org.heddle.dpor.model.OperationKind;

/**
 * What memory orders mean: the places where the relations of RC11 ask for an order. Not final so that tests can break single rules and prove
 * that the oracle notices.
 */
class Rules {
    /** Whether a read of this order synchronises with what it reads, or a fence with what was read before it. */
    boolean acquires(MemoryOrder order) {
        return switch (order) {
            case CONSUME, ACQUIRE, ACQ_REL, SEQ_CST -> true; // compilers make acquire of consume
            case RELAXED, RELEASE, OWN, LOOK -> false;
        };
    }

    /** Whether a write of this order hands on what its thread knows, or a fence lets later writes do so. */
    boolean releases(MemoryOrder order) {
        return switch (order) {
            case RELEASE, ACQ_REL, SEQ_CST -> true;
            case RELAXED, CONSUME, ACQUIRE, OWN, LOOK -> false;
        };
    }

    /** Whether a write goes on with the release sequence of the write before it: C++20's rule. */
    boolean goesOn(Event write) {
        return Accesses.updates(write);
    }

    /** Whether nothing comes between a write and the one before it: atomicity. */
    boolean isBound(Event write) {
        return Accesses.updates(write);
    }

    /** Whether it takes part in psc: a sequentially consistent access or fence. */
    boolean isConsistent(Event event) {
        OperationKind kind = event.operation().kind();
        boolean isOfMemory = kind.isMemoryAccess() || kind == OperationKind.AWAIT || kind == OperationKind.ATOMIC_FENCE;
        return isOfMemory && !kind.isPlainAccess() && Accesses.order(event) == MemoryOrder.SEQ_CST;
    }

    /** Whether what has read or written a location is known to whoever it happens before: coherence. */
    boolean isCoherent() {
        return true;
    }

    /** Whether fences order what happens before them, and not themselves alone. */
    boolean reachesFences() {
        return true;
    }

    /** Whether sequentially consistent accesses of one location are ordered by what happens before. */
    boolean ordersOneLocation() {
        return true;
    }

    /** Whether they are ordered through accesses of other locations. */
    boolean ordersThroughOthers() {
        return true;
    }
}
