package org.heddle.instrumenter.pass.calls;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bytedeco.llvm.LLVM.LLVMUseRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.pass.ir.BitcodeModule;
import org.heddle.instrumenter.pass.ir.Calls;
import org.heddle.instrumenter.pass.memory.SharedMemory;

/**
 * Operations that POSIX or C11 let end in another way than those that are explored, where the program shows that it matters: waits and
 * weak compare-and-swaps behind which nothing looks again, which may end or fail for no reason; waits at barriers by whose result threads
 * differ, and the initialisation of such barriers.
 */
public final class Unvaried {
    private static final String WAIT_OF_CXX = "std::condition_variable::wait";
    private static final String SYMBOL_OF_WAIT = "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE";

    private static final Set<String> WAITS = Set.of("pthread_cond_wait", "cnd_wait", SYMBOL_OF_WAIT);

    /** Whose end without a signal the program cannot tell from one at the time limit, unless it looks at the result. */
    private static final Set<String> TIMED_WAITS =
            Set.of("pthread_cond_timedwait", "pthread_cond_clockwait", "cnd_timedwait");

    /** Whose functions leave the result of a timed wait alone, and look at the clock instead. */
    private static final String CONDITION_OF_CXX = "_ZNSt9__condvar";

    private static final String BARRIER_WAIT = "pthread_barrier_wait";
    private static final String BARRIER_INIT = "pthread_barrier_init";
    private final Set<Long> found = new HashSet<>();

    /** Those in these functions, which are not instrumented yet. */
    public Unvaried(List<LLVMValueRef> functions, SharedMemory memory) {
        functions.stream()
                .flatMap(function -> BitcodeModule.instructions(function).stream())
                .filter(instruction -> Calls.isCall(instruction)
                        ? isUnvaried(instruction, Calls.directCallee(instruction), memory)
                        : LLVMIsAAtomicCmpXchgInst(instruction) != null && isSwap(instruction, memory))
                .forEach(instruction -> found.add(instruction.address()));
    }

    /** Whether this call, or compare-and-swap, is one. */
    public boolean isOne(LLVMValueRef instruction) {
        return found.contains(instruction.address());
    }

    /** Whether the function of this name waits on a condition variable, and C++'s by the name that it has in a program. */
    static boolean isWait(String name) {
        return WAITS.contains(name) || TIMED_WAITS.contains(name) || WAIT_OF_CXX.equals(name);
    }

    /** How C++ writes the wait that the function of this name is, which calls {@code pthread_cond_wait} at once; empty if it is none. */
    static Optional<String> waitOfCxx(String name) {
        return name.equals(SYMBOL_OF_WAIT) ? Optional.of(WAIT_OF_CXX) : Optional.empty();
    }

    private static boolean isUnvaried(LLVMValueRef call, String name, SharedMemory memory) {
        return switch (name) {
            case BARRIER_WAIT -> isUsed(call);
            case BARRIER_INIT -> areThreadsTold(call);
            default -> (WAITS.contains(name) || (TIMED_WAITS.contains(name) && isTold(call)))
                    && !LooksAgain.afterWait(call, memory);
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
            if (Calls.isCall(user) && BARRIER_WAIT.equals(Calls.directCallee(user)) && isUsed(user)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isSwap(LLVMValueRef swap, SharedMemory memory) {
        return LLVMGetWeak(swap) != 0 && !LooksAgain.afterSwap(swap, memory);
    }
}
