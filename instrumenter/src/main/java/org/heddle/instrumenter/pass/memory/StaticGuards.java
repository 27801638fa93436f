package org.heddle.instrumenter.pass.memory;

import static org.bytedeco.llvm.global.LLVM.*;

import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * Guards of static local variables of C++ (Itanium C++ ABI, 3.3.3). Before the call of {@code __cxa_guard_acquire}, which the runtime
 * models, compilers put a look at the guard, to save the call. Without that look each use of the variable is one operation, and all
 * uses are ordered by the model.
 */
public final class StaticGuards {
    /** What the names of guards begin with. */
    private static final String GUARD = "_ZGV";

    private StaticGuards() {}

    /** Whether this loads a guard to tell if the variable has been initialised. Those of thread-local variables are plain loads. */
    public static boolean isLook(LLVMValueRef load) {
        LLVMValueRef guard = LLVMGetOperand(load, 0);
        return LLVMGetOrdering(load) == LLVMAtomicOrderingAcquire
                && LLVMIsAGlobalVariable(guard) != null
                && LLVMGetValueName(guard).getString().startsWith(GUARD);
    }

    /** Lets the program take the variable for one that has not been initialised, so that it calls. */
    public static void takeAway(LLVMValueRef look) {
        LLVMReplaceAllUsesWith(look, LLVMConstNull(LLVMTypeOf(look)));
    }
}
