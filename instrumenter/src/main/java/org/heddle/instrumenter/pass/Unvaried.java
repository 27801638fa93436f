package org.heddle.instrumenter.pass;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.Set;
import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMUseRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * Operations that POSIX or C11 let end in another way than those that are explored, where the program shows that it matters: waits and
 * weak compare-and-swaps in no loop, which may end or fail for no reason, and waits at barriers by whose result threads differ.
 */
final class Unvaried {
    private static final Set<String> WAITS = Set.of("pthread_cond_wait", "cnd_wait");
    private static final Set<String> STARTS = Set.of("pthread_create", "thrd_create");
    private static final String BARRIER_WAIT = "pthread_barrier_wait";
    private static final String MAIN = "main";

    /** How many functions around one that calls are looked at. */
    private static final int DEEPEST = 4;

    private Unvaried() {}

    /** Whether this call of the function is one. */
    static boolean is(LLVMValueRef call, String name) {
        return name.equals(BARRIER_WAIT)
                ? LLVMGetFirstUse(call) != null
                : WAITS.contains(name) && isInNoLoop(call, DEEPEST);
    }

    /** Whether this compare-and-swap is one. */
    static boolean isSwap(LLVMValueRef swap) {
        return LLVMGetWeak(swap) != 0 && isInNoLoop(swap, DEEPEST);
    }

    /** Whether nothing leads back to it: nothing in its function, nor in those that call that. False where it is not known who does. */
    private static boolean isInNoLoop(LLVMValueRef instruction, int depth) {
        LLVMBasicBlockRef block = LLVMGetInstructionParent(instruction);
        LLVMValueRef function = LLVMGetBasicBlockParent(block);
        if (depth == 0 || new ControlFlow(function).isInCycle(block)) {
            return false;
        }
        boolean isCalled = LLVMGetValueName(function).getString().equals(MAIN);
        for (LLVMUseRef use = LLVMGetFirstUse(function); use != null; use = LLVMGetNextUse(use)) {
            LLVMValueRef user = LLVMGetUser(use);
            boolean isCall = LLVMIsACallInst(user) != null || LLVMIsAInvokeInst(user) != null;
            if (!isCall) {
                return false;
            }
            boolean calls = LLVMGetCalledValue(user).equals(function);
            boolean isLeftOnce = calls ? isInNoLoop(user, depth - 1) : STARTS.contains(Calls.directCallee(user));
            if (!isLeftOnce) {
                return false;
            }
            isCalled = true;
        }
        return isCalled;
    }
}
