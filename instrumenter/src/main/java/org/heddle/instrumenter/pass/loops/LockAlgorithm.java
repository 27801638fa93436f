package org.heddle.instrumenter.pass.loops;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.List;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * {@code std::lock} of libstdc++, which {@code std::scoped_lock} calls. It tries the other locks with one in its hand, gives that back
 * where one is taken, and begins with that one. Threads could go round there for ever, each in its turn; C++ recommends it all the same,
 * so that is not told as a livelock.
 */
public final class LockAlgorithm {
    private static final List<String> NAMES = List.of("_ZSt4lockI", "_ZNSt8__detail11__lock_impl");

    private LockAlgorithm() {}

    /** Whether the function is part of it. */
    public static boolean locksSeveral(LLVMValueRef function) {
        String name = LLVMGetValueName(function).getString();
        return NAMES.stream().anyMatch(name::startsWith);
    }
}
