package org.heddle.instrumenter.pass;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.regex.Pattern;
import org.bytedeco.llvm.LLVM.LLVMBuilderRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.pass.ir.BitcodeModule;
import org.heddle.instrumenter.pass.ir.Calls;

/**
 * {@code std::atomic<std::shared_ptr<T>>} of libstdc++ ({@code bits/shared_ptr_atomic.h}). A bit of the pointer to the counts is a lock.
 * {@code load} gives it back with a relaxed operation. So by the C++ standard nothing orders its look at the other pointer before a later
 * store, although no machine lets the two meet. The plain accesses of these functions are left alone; their atomics order what the
 * program does, and no more than that.
 */
final class AtomicSharedPointers {
    private static final Pattern OPERATION =
            Pattern.compile("_ZNK?St10_Sp_atomicI.*E(4load|4swap|4wait|23compare_exchange_strong)E.*");

    private static final String SWAP = "_ZSt4swapI";

    private AtomicSharedPointers() {}

    /** Whether the function is such an operation. */
    static boolean isOperation(LLVMValueRef function) {
        return OPERATION.matcher(LLVMGetValueName(function).getString()).matches();
    }

    /** Swaps pointers in the operation itself, where it calls a function for that: its accesses are the operation's. */
    static void settle(LLVMValueRef function) {
        if (isOperation(function)) {
            BitcodeModule.instructions(function).stream()
                    .filter(AtomicSharedPointers::isSwap)
                    .forEach(AtomicSharedPointers::swap);
        }
    }

    private static boolean isSwap(LLVMValueRef instruction) {
        return LLVMGetInstructionOpcode(instruction) == LLVMCall
                && Calls.directCallee(instruction).startsWith(SWAP)
                && LLVMGetNumArgOperands(instruction) == 2;
    }

    private static void swap(LLVMValueRef call) {
        LLVMValueRef one = LLVMGetOperand(call, 0);
        LLVMValueRef other = LLVMGetOperand(call, 1);
        LLVMTypeRef pointer = LLVMTypeOf(one);
        LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(pointer));
        LLVMPositionBuilderBefore(builder, call);
        LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
        LLVMValueRef first = LLVMBuildLoad2(builder, pointer, one, "");
        LLVMValueRef second = LLVMBuildLoad2(builder, pointer, other, "");
        LLVMBuildStore(builder, second, one);
        LLVMBuildStore(builder, first, other);
        LLVMDisposeBuilder(builder);
        LLVMInstructionEraseFromParent(call);
    }
}
