package org.heddle.instrumenter.pass.assertions;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bytedeco.llvm.LLVM.LLVMMetadataRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.pass.ir.Calls;

/**
 * What a condition is made of: the memory that it reads, the calls that it makes, and the values that were there before. All that is
 * computed for the condition has its source position, by which it is told from what was computed before.
 */
final class Operands {
    private static final String INTRINSIC = "llvm.";
    private static final int MOST = 256; // values that are looked at: conditions are small

    private final int line;
    private final int column;
    private final Set<Long> seen = new HashSet<>();
    private final List<LLVMValueRef> reads = new ArrayList<>();
    private final List<LLVMValueRef> calls = new ArrayList<>();
    private final List<LLVMValueRef> given = new ArrayList<>();

    /** Those of the condition whose last instruction this is. */
    Operands(LLVMValueRef branch) {
        line = line(branch);
        column = column(branch);
    }

    private static int line(LLVMValueRef instruction) {
        LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);
        return location == null ? 0 : LLVMDILocationGetLine(location);
    }

    private static int column(LLVMValueRef instruction) {
        LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);
        return location == null ? 0 : LLVMDILocationGetColumn(location);
    }

    /** Whether this instruction is one for the condition. */
    boolean isPart(LLVMValueRef instruction) {
        return line > 0 && line(instruction) == line && column(instruction) == column;
    }

    /** The loads, but for those of pointers on the way to something else. */
    List<LLVMValueRef> reads() {
        return reads;
    }

    /** The calls, but for those that give such pointers. */
    List<LLVMValueRef> calls() {
        return calls;
    }

    /** Values from before, but for such pointers. */
    List<LLVMValueRef> given() {
        return given;
    }

    /** Adds what a value is made of, which may be a pointer on the way to something else. */
    private void add(LLVMValueRef value, boolean leadsOn) {
        if (seen.size() > MOST || !seen.add(value.address())) {
            return;
        }
        boolean isPart = LLVMIsAInstruction(value) != null && isPart(value);
        boolean isGiven = !isPart && (LLVMIsAInstruction(value) != null || LLVMIsAArgument(value) != null);
        if (isPart) {
            addPart(value, leadsOn);
        } else if (isGiven && !(leadsOn && isPointer(value))) {
            given.add(value);
        }
    }

    private static boolean isPointer(LLVMValueRef value) {
        return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
    }

    private void addPart(LLVMValueRef instruction, boolean leadsOn) {
        boolean isPointer = isPointer(instruction);
        if (LLVMIsALoadInst(instruction) != null) {
            if (!(leadsOn && isPointer)) {
                reads.add(instruction);
            }
            add(LLVMGetOperand(instruction, 0), true);
        } else if (Calls.isCall(instruction)) {
            addCall(instruction, leadsOn && isPointer);
        } else if (LLVMIsAPHINode(instruction) != null) {
            for (int i = 0; i < LLVMCountIncoming(instruction); i++) {
                add(LLVMGetIncomingValue(instruction, i), leadsOn);
                addBranch(LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(instruction, i)));
            }
        } else if (LLVMIsAAllocaInst(instruction) == null) {
            boolean isAddress = LLVMIsAGetElementPtrInst(instruction) != null;
            for (int i = 0; i < LLVMGetNumOperands(instruction); i++) {
                add(LLVMGetOperand(instruction, i), leadsOn || isAddress);
            }
        }
    }

    private void addCall(LLVMValueRef call, boolean leadsOn) {
        LLVMValueRef callee = LLVMGetCalledValue(call);
        boolean isIntrinsic = LLVMIsAFunction(callee) != null
                && LLVMGetValueName(callee).getString().startsWith(INTRINSIC);
        if (!isIntrinsic && !leadsOn) {
            calls.add(call);
        }
        for (int i = 0; i < LLVMGetNumArgOperands(call); i++) {
            add(LLVMGetOperand(call, i), leadsOn || !isIntrinsic);
        }
    }

    /** Adds the condition of this branch, if it is one and of the same expression. */
    void addBranch(LLVMValueRef branch) {
        if (LLVMIsABranchInst(branch) != null && LLVMIsConditional(branch) != 0 && isPart(branch)) {
            add(LLVMGetCondition(branch), false);
        }
    }
}
