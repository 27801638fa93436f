package org.heddle.instrumenter.pass.calls;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.pass.ir.Calls;

/** What an operation whose result is 0, or a compare-and-swap that fails, lets its function decide. */
final class ZeroResult {
    private static final int MOST_STEPS = 8;
    private static final int MOST_VALUES = 64;

    private final LLVMValueRef operation;

    ZeroResult(LLVMValueRef operation) {
        this.operation = operation;
    }

    /** The value, if it is computed from the result alone; else null. */
    Long of(LLVMValueRef value) {
        return of(value, MOST_STEPS);
    }

    private Long of(LLVMValueRef value, int steps) {
        if (value.equals(operation)) {
            return LLVMIsAAtomicCmpXchgInst(value) == null ? 0L : null;
        }
        if (LLVMIsAConstantInt(value) != null) {
            boolean isTruth = LLVMGetIntTypeWidth(LLVMTypeOf(value)) == 1;
            return isTruth ? LLVMConstIntGetZExtValue(value) : LLVMConstIntGetSExtValue(value);
        }
        if (steps == 0) {
            return null;
        }
        if (LLVMIsAExtractValueInst(value) != null) {
            boolean isSuccess = LLVMGetOperand(value, 0).equals(operation)
                    && LLVMGetIndices(value).get() == 1;
            return isSuccess ? 0L : null;
        }
        if (LLVMIsACastInst(value) != null) {
            return of(LLVMGetOperand(value, 0), steps - 1);
        }
        boolean isComparison = LLVMIsAICmpInst(value) != null;
        if (!isComparison && LLVMIsABinaryOperator(value) == null) {
            return null;
        }
        Long left = of(LLVMGetOperand(value, 0), steps - 1);
        Long right = of(LLVMGetOperand(value, 1), steps - 1);
        if (left == null || right == null) {
            return null;
        }
        return isComparison ? compared(LLVMGetICmpPredicate(value), left, right) : combined(value, left, right);
    }

    private static Long compared(int predicate, long left, long right) {
        return switch (predicate) {
            case LLVMIntEQ -> left == right ? 1L : 0L;
            case LLVMIntNE -> left != right ? 1L : 0L;
            case LLVMIntSLT -> left < right ? 1L : 0L;
            case LLVMIntSGT -> left > right ? 1L : 0L;
            case LLVMIntSLE -> left <= right ? 1L : 0L;
            case LLVMIntSGE -> left >= right ? 1L : 0L;
            default -> null;
        };
    }

    private static Long combined(LLVMValueRef value, long left, long right) {
        return switch (LLVMGetInstructionOpcode(value)) {
            case LLVMXor -> (left ^ right) & 1;
            case LLVMAnd -> left & right;
            case LLVMOr -> left | right;
            default -> null;
        };
    }

    /** Whether which way this end of a block takes depends on memory, or on what a function returns. */
    boolean looks(LLVMValueRef end) {
        boolean decides =
                LLVMIsASwitchInst(end) != null || (LLVMIsABranchInst(end) != null && LLVMIsConditional(end) != 0);
        if (!decides) {
            return false;
        }
        Deque<LLVMValueRef> pending = new ArrayDeque<>(List.of(LLVMGetOperand(end, 0)));
        Set<Long> seen = new HashSet<>();
        while (!pending.isEmpty() && seen.size() < MOST_VALUES) {
            LLVMValueRef value = pending.remove();
            if (value.equals(operation) || LLVMIsAInstruction(value) == null || !seen.add(value.address())) {
                continue;
            }
            if (LLVMIsALoadInst(value) != null || Calls.isCall(value)) {
                return true;
            }
            int operands = LLVMIsAPHINode(value) != null ? LLVMCountIncoming(value) : LLVMGetNumOperands(value);
            for (int i = 0; i < operands; i++) {
                pending.add(LLVMIsAPHINode(value) != null ? LLVMGetIncomingValue(value, i) : LLVMGetOperand(value, i));
            }
        }
        return false;
    }
}
