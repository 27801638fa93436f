package org.heddle.instrumenter.pass.loops;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.List;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.pass.ir.BitcodeModule;
import org.heddle.instrumenter.pass.sites.Hook;
import org.heddle.instrumenter.pass.sites.HookCalls;

/**
 * {@code std::lock} of libstdc++, which {@code std::scoped_lock} calls. It tries the other locks with one in its hand, gives that back
 * where one is taken, and begins with that one. Threads could go round there for ever, each in its turn; C++ recommends it all the same,
 * so that is not told as a livelock, and the runtime knows where it begins and ends.
 */
public final class LockAlgorithm {
    private static final String LOCK = "_ZSt4lockI";
    private static final List<String> NAMES = List.of(LOCK, "_ZNSt8__detail11__lock_impl");

    private LockAlgorithm() {}

    /** Whether the function is part of it. */
    public static boolean locksSeveral(LLVMValueRef function) {
        String name = LLVMGetValueName(function).getString();
        return NAMES.stream().anyMatch(name::startsWith);
    }

    /** Tells where the function begins and returns, if it is {@code std::lock}. */
    public static void bracket(LLVMValueRef function, HookCalls hooks) {
        if (!LLVMGetValueName(function).getString().startsWith(LOCK)) {
            return;
        }
        LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
        while (LLVMIsAAllocaInst(first) != null) {
            first = LLVMGetNextInstruction(first);
        }
        hooks.before(first);
        hooks.call(Hook.LOCK_SEVERAL, hooks.order(1));
        BitcodeModule.instructions(function).stream()
                .filter(instruction -> LLVMIsAReturnInst(instruction) != null)
                .forEach(end -> {
                    hooks.before(end);
                    hooks.call(Hook.LOCK_SEVERAL, hooks.order(0));
                });
    }
}
