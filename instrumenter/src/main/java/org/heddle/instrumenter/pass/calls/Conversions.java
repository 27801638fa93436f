package org.heddle.instrumenter.pass.calls;

import static org.bytedeco.llvm.global.LLVM.*;

import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * {@code std::stoi}, {@code std::stod} and their like: libstdc++ hands {@code strtol} or its like to a function that calls it ({@code
 * ext/string_conversions.h}).
 */
final class Conversions {
    private static final String CALLER = "_ZN9__gnu_cxx6__stoaI";
    private static final String OF_CHARACTERS = "cJ";
    private static final int WITH_BASE = 3;

    private Conversions() {}

    /** What stands for the function of libc that this call through a pointer calls; empty if it is another call. */
    static String called(LLVMValueRef call) {
        String caller = LLVMGetValueName(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)))
                .getString();
        if (!caller.startsWith(CALLER) || !caller.contains(OF_CHARACTERS)) {
            return "";
        }
        return LLVMGetNumArgOperands(call) == WITH_BASE ? "strtol" : "strtod";
    }
}
