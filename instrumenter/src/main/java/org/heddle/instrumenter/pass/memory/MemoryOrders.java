package org.heddle.instrumenter.pass.memory;

import static org.bytedeco.llvm.global.LLVM.*;

/** Turns LLVM's orderings into the numbers of C11's {@code memory_order}. */
public final class MemoryOrders {
    static final int RELAXED = 0;
    /** {@code memory_order_acquire}. */
    public static final int ACQUIRE = 2;
    /** {@code memory_order_release}. */
    public static final int RELEASE = 3;

    static final int ACQUIRE_RELEASE = 4;
    /** {@code memory_order_seq_cst}. */
    public static final int SEQUENTIALLY_CONSISTENT = 5;

    /** Of a load that is never stale, whatever C11 says, and orders nothing; see {@code heddle_abi.h}. */
    public static final int OWN = 6;

    /** Of an order: C11 says nothing of the access or fence, which is an instruction of x86; see {@code heddle_abi.h}. */
    public static final int X86 = 16;

    private MemoryOrders() {}

    /** C11's number of an ordering of LLVM's. */
    public static int ofOrdering(int ordering) {
        return switch (ordering) {
            case LLVMAtomicOrderingAcquire -> ACQUIRE;
            case LLVMAtomicOrderingRelease -> RELEASE;
            case LLVMAtomicOrderingAcquireRelease -> ACQUIRE_RELEASE;
            case LLVMAtomicOrderingSequentiallyConsistent -> SEQUENTIALLY_CONSISTENT;
            default -> RELAXED;
        };
    }
}
