package org.heddle.instrumenter.pass.loops;

import static org.bytedeco.llvm.global.LLVM.*;

import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.pass.ir.BitcodeModule;

/**
 * How often libstdc++ looks before it blocks, where a thread waits for an atomic of C++20, a latch, a barrier or a semaphore
 * ({@code bits/atomic_wait.h}). The number is the library's own: a program that needs it is wrong. Once is enough, since each further look
 * in vain makes as many interleavings.
 */
public final class SpinsOfCxx {
    private static final String SPIN = "_ZNSt8__detail13__atomic_spinI";
    private static final int LOOKS = 16;

    private SpinsOfCxx() {}

    /** Lets the function look once, if it is the one that looks. */
    public static void settle(LLVMValueRef function) {
        if (LLVMGetValueName(function).getString().startsWith(SPIN)) {
            BitcodeModule.instructions(function).stream()
                    .filter(SpinsOfCxx::isBound)
                    .forEach(bound ->
                            LLVMSetOperand(bound, 1, LLVMConstInt(LLVMTypeOf(LLVMGetOperand(bound, 1)), 1, 0)));
        }
    }

    private static boolean isBound(LLVMValueRef instruction) {
        return LLVMIsAICmpInst(instruction) != null
                && LLVMIsAConstantInt(LLVMGetOperand(instruction, 1)) != null
                && LLVMConstIntGetZExtValue(LLVMGetOperand(instruction, 1)) == LOOKS;
    }
}
