package org.heddle.instrumenter.pass.memory;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.pass.ir.Calls;
import org.heddle.instrumenter.pass.sites.Hook;
import org.heddle.instrumenter.pass.sites.HookCalls;

/**
 * Local variables end when their function returns, or an exception leaves it by way of its code; arguments that are copies likewise, and
 * arrays whose length is computed already with their block. Where others may have the address, that counts as a write: it races with
 * what another thread does to the variable and nothing orders. Inlining, which comes later, changes nothing of it.
 */
public final class LeftVariables {
    /** Of a larger variable the first bytes count, so that returning stays cheap. */
    static final long MOST_BYTES = 4096;

    private static final String MAIN = "main";

    private final Instruments instruments;
    private final List<Variable> variables = new ArrayList<>();
    private final List<LLVMValueRef> computed = new ArrayList<>();

    /** A variable whose size is known before the program runs, in bytes. */
    private record Variable(LLVMValueRef address, long size) {}

    /** For the module of these instruments. */
    public LeftVariables(Instruments instruments) {
        this.instruments = instruments;
    }

    /** To be called before anything is announced, which hands addresses over. What main leaves, the runtime tells. */
    public void enterFunction(LLVMValueRef function) {
        variables.clear();
        computed.clear();
        if (LLVMGetValueName(function).getString().equals(MAIN)) {
            return;
        }
        for (int i = 0; i < LLVMCountParams(function); i++) {
            add(LLVMGetParam(function, i), Calls.copiedType(function, i), 1);
        }
        LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
        for (LLVMBasicBlockRef b = entry; b != null; b = LLVMGetNextBasicBlock(b)) {
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != null; i = LLVMGetNextInstruction(i)) {
                if (LLVMIsAAllocaInst(i) != null) {
                    addAllocated(i, b.equals(entry));
                }
            }
        }
    }

    private void addAllocated(LLVMValueRef variable, boolean inEntry) {
        LLVMValueRef count = LLVMGetOperand(variable, 0);
        if (inEntry && LLVMIsAConstantInt(count) != null) {
            add(variable, LLVMGetAllocatedType(variable), LLVMConstIntGetZExtValue(count));
        } else if (instruments.memory().mayBeShared(variable)) {
            computed.add(variable);
        }
    }

    private void add(LLVMValueRef variable, LLVMTypeRef type, long count) {
        long size = type == null ? 0 : LLVMABISizeOfType(instruments.layout(), type) * count;
        if (size > 0 && instruments.memory().mayBeShared(variable)) {
            variables.add(new Variable(variable, Math.min(size, MOST_BYTES)));
        }
    }

    /** To be called after all else is announced. */
    public void announce(LLVMValueRef function) {
        if (!variables.isEmpty() || !computed.isEmpty()) {
            try (ComputedVariables others = new ComputedVariables(instruments, function, computed)) {
                announceEnds(function, others);
            }
        }
    }

    private void announceEnds(LLVMValueRef function, ComputedVariables others) {
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b != null; b = LLVMGetNextBasicBlock(b)) {
            LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
            boolean returns = LLVMIsAReturnInst(last) != null && !isTailCall(LLVMGetPreviousInstruction(last));
            if (returns || LLVMIsAResumeInst(last) != null) {
                LLVMValueRef site =
                        instruments.table().address(instruments.positions().end(last));
                variables.forEach(variable -> leave(last, variable, site));
                others.announceAll(last, site);
            }
        }
    }

    private void leave(LLVMValueRef end, Variable variable, LLVMValueRef site) {
        HookCalls hooks = instruments.hooks();
        hooks.before(end);
        hooks.call(Hook.LEAVE, variable.address(), hooks.size(variable.size()), site);
    }

    /** Nothing may come between such a call and the return. */
    private static boolean isTailCall(LLVMValueRef instruction) {
        return instruction != null && LLVMIsACallInst(instruction) != null && LLVMIsTailCall(instruction) != 0;
    }
}
