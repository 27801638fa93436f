package org.heddle.instrumenter.pass.memory;

import static org.bytedeco.llvm.global.LLVM.*;

import org.bytedeco.llvm.LLVM.LLVMTargetDataRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.names.PointerPath;

/**
 * Comparisons for equality of two numbers that may be addresses of blocks on the heap, of mappings, or of thread-local variables.
 * Their result depends on whether such addresses are given again, so the runtime looks at them.
 */
public final class AddressComparisons {
    private static final int ADDRESS_BITS = 64;
    private static final int MOST_LOOPS = 16; // in code that is never reached, variables may come from each other

    private AddressComparisons() {}

    /** Whether this comparison of integers or pointers is one. */
    public static boolean comparesAddresses(LLVMValueRef comparison, LLVMTargetDataRef layout) {
        int predicate = LLVMGetICmpPredicate(comparison);
        LLVMValueRef one = LLVMGetOperand(comparison, 0);
        LLVMValueRef other = LLVMGetOperand(comparison, 1);
        return (predicate == LLVMIntEQ || predicate == LLVMIntNE)
                && mayComeAgain(one)
                && mayComeAgain(other)
                && !base(one, layout).equals(base(other, layout));
    }

    /** Whether it may be such an address: a pointer that comes from elsewhere, or a number that nobody has computed. */
    private static boolean mayComeAgain(LLVMValueRef value) {
        LLVMTypeRef type = LLVMTypeOf(value);
        if (LLVMIsAGlobalVariable(value) != null) {
            return LLVMIsThreadLocal(value) != 0;
        }
        if (LLVMIsConstant(value) != 0 || LLVMIsAAllocaInst(value) != null) {
            return false;
        }
        if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) {
            return LLVMGetPointerAddressSpace(type) == 0;
        }
        return LLVMGetTypeKind(type) == LLVMIntegerTypeKind
                && LLVMGetIntTypeWidth(type) == ADDRESS_BITS
                && isMoved(value);
    }

    private static boolean isMoved(LLVMValueRef number) {
        if (LLVMIsAArgument(number) != null) {
            return true;
        }
        return switch (LLVMGetInstructionOpcode(number)) {
            case LLVMPtrToInt,
                    LLVMLoad,
                    LLVMCall,
                    LLVMInvoke,
                    LLVMPHI,
                    LLVMSelect,
                    LLVMExtractValue,
                    LLVMAtomicRMW -> true;
            default -> false;
        };
    }

    /** What a pointer that walks over an array has begun with: the two ends of a loop lie in one block. */
    private static LLVMValueRef base(LLVMValueRef value, LLVMTargetDataRef layout) {
        LLVMValueRef base = PointerPath.of(value, layout).base();
        for (int loops = 0; loops < MOST_LOOPS && LLVMIsAPHINode(base) != null; loops++) {
            base = PointerPath.of(start(base), layout).base();
        }
        return base;
    }

    /** The value that a variable of a loop has in its first round, if all others are steps from the variable itself; else the variable. */
    private static LLVMValueRef start(LLVMValueRef variable) {
        LLVMValueRef start = null;
        for (int i = 0; i < LLVMCountIncoming(variable); i++) {
            LLVMValueRef incoming = LLVMGetIncomingValue(variable, i);
            boolean isStep = LLVMIsAGetElementPtrInst(incoming) != null
                    && LLVMGetOperand(incoming, 0).equals(variable);
            if (!isStep && start != null) {
                return variable;
            }
            start = isStep ? start : incoming;
        }
        return start == null ? variable : start;
    }
}
