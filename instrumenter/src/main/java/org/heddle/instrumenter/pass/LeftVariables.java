package org.heddle.instrumenter.pass;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * Local variables end when their function returns. Where others may have the address, that counts as a write: it races with what
 * another thread does to the variable and nothing orders. Inlining, which comes later, changes nothing of it.
 */
final class LeftVariables {
    /** Of a larger variable the first bytes count, so that returning stays cheap. */
    private static final long MOST_BYTES = 4096;

    private static final String MAIN = "main";

    private final Instruments instruments;
    private final List<LLVMValueRef> variables = new ArrayList<>();

    LeftVariables(Instruments instruments) {
        this.instruments = instruments;
    }

    /** To be called before anything is announced, which hands addresses over. What main leaves, the runtime tells. */
    void enterFunction(LLVMValueRef function) {
        variables.clear();
        if (LLVMGetValueName(function).getString().equals(MAIN)) {
            return;
        }
        LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
        for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i != null; i = LLVMGetNextInstruction(i)) {
            if (LLVMIsAAllocaInst(i) != null
                    && LLVMIsAConstantInt(LLVMGetOperand(i, 0)) != null
                    && instruments.memory().mayBeShared(i)) {
                variables.add(i);
            }
        }
    }

    /** To be called after all else is announced. */
    void announce(LLVMValueRef function) {
        if (variables.isEmpty()) {
            return;
        }
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b != null; b = LLVMGetNextBasicBlock(b)) {
            LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
            if (LLVMIsAReturnInst(last) != null && !isTailCall(LLVMGetPreviousInstruction(last))) {
                variables.forEach(variable -> leave(last, variable));
            }
        }
    }

    private void leave(LLVMValueRef end, LLVMValueRef variable) {
        long size = LLVMABISizeOfType(instruments.layout(), LLVMGetAllocatedType(variable))
                * LLVMConstIntGetZExtValue(LLVMGetOperand(variable, 0));
        if (size <= 0) {
            return;
        }
        LLVMValueRef site = instruments.table().address(instruments.positions().endOfFunction(end));
        instruments.hooks().before(end);
        instruments.hooks().call(Hook.WRITE, variable, instruments.hooks().size(Math.min(size, MOST_BYTES)), site);
    }

    /** Nothing may come between such a call and the return. */
    private static boolean isTailCall(LLVMValueRef instruction) {
        return instruction != null && LLVMIsACallInst(instruction) != null && LLVMIsTailCall(instruction) != 0;
    }
}
