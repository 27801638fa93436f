package org.heddle.instrumenter.names;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.stream.IntStream;
import org.bytedeco.llvm.LLVM.LLVMTargetDataRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * How an address was computed.
 *
 * @param base what the computation starts from
 * @param offset the sum of its constant parts, in bytes
 * @param isFixed whether it has no other parts
 * @param isIndexed whether its first step goes over whole objects behind the base, as {@code p[i].x} does
 * @param steps how many members and elements it goes into, as far as the bitcode shows
 */
public record PointerPath(LLVMValueRef base, long offset, boolean isFixed, boolean isIndexed, int steps) {
    private static final int NONE = -1;

    /** Follows an address back through its computation. */
    public static PointerPath of(LLVMValueRef address, LLVMTargetDataRef layout) {
        LLVMValueRef at = address;
        long offset = 0;
        boolean fixed = true;
        boolean indexed = false;
        int steps = 0;
        while (true) {
            int opcode = opcode(at);
            if (opcode == LLVMGetElementPtr) {
                offset += constantOffset(at, layout);
                fixed &= hasConstantIndices(at);
                indexed = hasVariableFirstIndex(at);
                steps += LLVMGetNumOperands(at) - 2;
                at = LLVMGetOperand(at, 0);
            } else if (isTransparent(at, opcode)) {
                at = LLVMGetOperand(at, 0);
            } else {
                return new PointerPath(at, offset, fixed, indexed, steps);
            }
        }
    }

    /** Whether this is a step of a computation of an address, its first operand what the step goes from. */
    public static boolean isStep(LLVMValueRef value) {
        return opcode(value) == LLVMGetElementPtr;
    }

    /** What an instruction or a constant expression does; {@value #NONE} for any other value. */
    private static int opcode(LLVMValueRef value) {
        return switch (LLVMGetValueKind(value)) {
            case LLVMInstructionValueKind -> LLVMGetInstructionOpcode(value);
            case LLVMConstantExprValueKind -> LLVMGetConstOpcode(value);
            default -> NONE;
        };
    }

    /** Whether the value is its first operand: a cast, or the address of a thread-local variable. */
    private static boolean isTransparent(LLVMValueRef value, int opcode) {
        return switch (opcode) {
            case LLVMBitCast, LLVMAddrSpaceCast -> true;
            case LLVMCall -> LLVMIsAIntrinsicInst(value) != null
                    && LlvmText.nameOf(LLVMGetCalledValue(value)).startsWith("llvm.threadlocal.address");
            default -> false;
        };
    }

    /** Whether all indices of such a step are constants. */
    public static boolean hasConstantIndices(LLVMValueRef gep) {
        return IntStream.range(1, LLVMGetNumOperands(gep))
                .allMatch(n -> LLVMIsAConstantInt(LLVMGetOperand(gep, n)) != null);
    }

    private static boolean hasVariableFirstIndex(LLVMValueRef gep) {
        return LLVMIsAConstantInt(LLVMGetOperand(gep, 1)) == null;
    }

    private static long constantOffset(LLVMValueRef gep, LLVMTargetDataRef layout) {
        LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
        long offset = constant(LLVMGetOperand(gep, 1)) * LLVMABISizeOfType(layout, type);
        for (int i = 2; i < LLVMGetNumOperands(gep); i++) {
            long index = constant(LLVMGetOperand(gep, i));
            if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
                offset += LLVMOffsetOfElement(layout, type, (int) index);
                type = LLVMStructGetTypeAtIndex(type, (int) index);
            } else {
                type = LLVMGetElementType(type);
                offset += index * LLVMABISizeOfType(layout, type);
            }
        }
        return offset;
    }

    private static long constant(LLVMValueRef index) {
        return LLVMIsAConstantInt(index) == null ? 0 : LLVMConstIntGetSExtValue(index);
    }
}
