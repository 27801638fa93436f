package org.heddle.instrumenter.pass;

import static org.bytedeco.llvm.global.LLVM.*;

import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.pass.ir.BitcodeModule;

/**
 * Marks functions whose effects are announced, by a word before their first instruction: {@code HEDDLE_SEEN} in {@code heddle_abi.h}.
 * Naked functions, which consist of assembly, get none.
 */
final class SeenFunctions {
    private static final long SEEN = 0x6e6565732e646468L;
    private static final String NAKED = "naked";

    private SeenFunctions() {}

    static void mark(BitcodeModule module, LLVMValueRef function) {
        int kind = LLVMGetEnumAttributeKindForName(NAKED, NAKED.length());
        boolean isNaked = LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind) != null;
        if (!isNaked && LLVMHasPrefixData(function) == 0) {
            LLVMSetPrefixData(function, LLVMConstInt(LLVMInt64TypeInContext(module.context()), SEEN, 0));
        }
    }
}
