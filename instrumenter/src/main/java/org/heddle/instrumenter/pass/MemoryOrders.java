package org.heddle.instrumenter.pass;

import static org.bytedeco.llvm.global.LLVM.*;

/** Turns LLVM's orderings into the numbers of C11's {@code memory_order}. */
final class MemoryOrders {
    static final int RELAXED = 0;
    static final int ACQUIRE = 2;
    static final int RELEASE = 3;
    static final int ACQUIRE_RELEASE = 4;
    static final int SEQUENTIALLY_CONSISTENT = 5;

    private MemoryOrders() {}

    static int ofOrdering(int ordering) {
        return switch (ordering) {
            case LLVMAtomicOrderingAcquire -> ACQUIRE;
            case LLVMAtomicOrderingRelease -> RELEASE;
            case LLVMAtomicOrderingAcquireRelease -> ACQUIRE_RELEASE;
            case LLVMAtomicOrderingSequentiallyConsistent -> SEQUENTIALLY_CONSISTENT;
            default -> RELAXED;
        };
    }
}
