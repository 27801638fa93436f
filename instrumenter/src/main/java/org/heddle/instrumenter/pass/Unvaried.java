package org.heddle.instrumenter.pass;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.Set;
import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMUseRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * Operations that POSIX or C11 let end in another way than those that are explored, where the program shows that it matters: waits and
 * weak compare-and-swaps in no loop, which may end or fail for no reason; waits at barriers by whose result threads differ, and the
 * initialisation of such barriers.
 */
final class Unvaried {
    private static final Set<String> WAITS = Set.of("pthread_cond_wait", "cnd_wait");

    /** Whose end without a signal the program cannot tell from one at the time limit, unless it looks at the result. */
    private static final Set<String> TIMED_WAITS =
            Set.of("pthread_cond_timedwait", "pthread_cond_clockwait", "cnd_timedwait");

    private static final String BARRIER_WAIT = "pthread_barrier_wait";
    private static final String BARRIER_INIT = "pthread_barrier_init";
    private static final String MAIN = "main";

    /** How many functions around one that calls are looked at. */
    private static final int DEEPEST = 4;

    private Unvaried() {}

    /** Whether this call of the function is one. */
    static boolean is(LLVMValueRef call, String name) {
        return switch (name) {
            case BARRIER_WAIT -> isUsed(call);
            case BARRIER_INIT -> areThreadsTold(call);
            default -> (WAITS.contains(name) || (TIMED_WAITS.contains(name) && isUsed(call)))
                    && isInNoLoop(call, DEEPEST);
        };
    }

    private static boolean isUsed(LLVMValueRef value) {
        return LLVMGetFirstUse(value) != null;
    }

    /** Whether threads differ by the result of some wait at a barrier in the same module. */
    private static boolean areThreadsTold(LLVMValueRef call) {
        LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
        LLVMValueRef wait = LLVMGetNamedFunction(LLVMGetGlobalParent(function), BARRIER_WAIT);
        for (LLVMUseRef use = wait == null ? null : LLVMGetFirstUse(wait); use != null; use = LLVMGetNextUse(use)) {
            LLVMValueRef user = LLVMGetUser(use);
            if (isCall(user) && BARRIER_WAIT.equals(Calls.directCallee(user)) && isUsed(user)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isCall(LLVMValueRef user) {
        return LLVMIsACallInst(user) != null || LLVMIsAInvokeInst(user) != null;
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
            if (!isCall(user)) {
                return false;
            }
            boolean calls = LLVMGetCalledValue(user).equals(function);
            boolean isLeftOnce = calls ? isInNoLoop(user, depth - 1) : Calls.STARTS.contains(Calls.directCallee(user));
            if (!isLeftOnce) {
                return false;
            }
            isCalled = true;
        }
        return isCalled;
    }
}
