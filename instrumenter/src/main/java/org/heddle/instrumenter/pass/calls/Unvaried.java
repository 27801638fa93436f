package org.heddle.instrumenter.pass.calls;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMUseRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.pass.ir.BlockGraph;
import org.heddle.instrumenter.pass.ir.Calls;

/**
 * Operations that POSIX or C11 let end in another way than those that are explored, where the program shows that it matters: waits and
 * weak compare-and-swaps in no loop, which may end or fail for no reason; waits at barriers by whose result threads differ, and the
 * initialisation of such barriers.
 */
public final class Unvaried {
    private static final String WAIT_OF_CXX = "std::condition_variable::wait";
    private static final String SYMBOL_OF_WAIT = "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE";

    private static final Set<String> WAITS = Set.of("pthread_cond_wait", "cnd_wait", WAIT_OF_CXX);

    /** Whose end without a signal the program cannot tell from one at the time limit, unless it looks at the result. */
    private static final Set<String> TIMED_WAITS =
            Set.of("pthread_cond_timedwait", "pthread_cond_clockwait", "cnd_timedwait");

    /** Whose functions leave the result of a timed wait alone, and look at the clock instead. */
    private static final String CONDITION_OF_CXX = "_ZNSt9__condvar";

    private static final String BARRIER_WAIT = "pthread_barrier_wait";
    private static final String BARRIER_INIT = "pthread_barrier_init";
    private static final String MAIN = "main";

    private Unvaried() {}

    /** How C++ writes the wait that the function of this name is, which calls {@code pthread_cond_wait} at once; empty if it is none. */
    static Optional<String> waitOfCxx(String name) {
        return name.equals(SYMBOL_OF_WAIT) ? Optional.of(WAIT_OF_CXX) : Optional.empty();
    }

    /** Whether this call of the function is one. */
    static boolean isUnvaried(LLVMValueRef call, String name) {
        return switch (name) {
            case BARRIER_WAIT -> isUsed(call);
            case BARRIER_INIT -> areThreadsTold(call);
            default -> (WAITS.contains(name) || (TIMED_WAITS.contains(name) && isTold(call))) && isInNoLoop(call);
        };
    }

    /** Whether the program learns in which way this timed wait has ended. */
    private static boolean isTold(LLVMValueRef call) {
        LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
        return isUsed(call) || LLVMGetValueName(function).getString().startsWith(CONDITION_OF_CXX);
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
    public static boolean isSwap(LLVMValueRef swap) {
        return LLVMGetWeak(swap) != 0 && isInNoLoop(swap);
    }

    /** Whether nothing leads back to it: nothing in its function, nor in those that call that. False where it is not known who does. */
    private static boolean isInNoLoop(LLVMValueRef instruction) {
        return isInNoLoop(instruction, new HashMap<>());
    }

    /** The same; known is of functions, whether they run once. */
    private static boolean isInNoLoop(LLVMValueRef instruction, Map<Long, Boolean> known) {
        LLVMBasicBlockRef block = LLVMGetInstructionParent(instruction);
        LLVMValueRef function = LLVMGetBasicBlockParent(block);
        if (new BlockGraph(function).isInCycle(block)) {
            return false;
        }
        Boolean runsOnce = known.get(function.address());
        if (runsOnce == null) {
            known.put(function.address(), false); // where it calls itself
            runsOnce = runsOnce(function, known);
            known.put(function.address(), runsOnce);
        }
        return runsOnce;
    }

    private static boolean runsOnce(LLVMValueRef function, Map<Long, Boolean> known) {
        String name = LLVMGetValueName(function).getString();
        if (isStartOfCxx(name)) {
            return true;
        }
        boolean isCalled = name.equals(MAIN);
        for (LLVMUseRef use = LLVMGetFirstUse(function); use != null; use = LLVMGetNextUse(use)) {
            LLVMValueRef user = LLVMGetUser(use);
            if (!isCall(user)) {
                return false;
            }
            boolean calls = LLVMGetCalledValue(user).equals(function);
            if (!(calls ? isInNoLoop(user, known) : starts(Calls.directCallee(user)))) {
                return false;
            }
            isCalled = true;
        }
        return isCalled;
    }

    /** Whether this function lets a thread run what it is given, once. */
    private static boolean starts(String name) {
        return Calls.STARTS.contains(name) || name.startsWith("_ZNSt6threadC") || name.startsWith("_ZNSt7jthreadC");
    }

    /** Whether it is what a {@code std::thread} runs, once. */
    private static boolean isStartOfCxx(String name) {
        return name.startsWith("_ZNSt6thread11_State_impl") && name.endsWith("6_M_runEv");
    }
}
