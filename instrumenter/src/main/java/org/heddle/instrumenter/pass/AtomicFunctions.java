package org.heddle.instrumenter.pass;

import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.names.LlvmText;
import org.heddle.instrumenter.pass.ir.BitcodeModule;

/**
 * The convention of verification tasks that a function whose name starts with {@value #PREFIX} runs as one step: puts
 * {@code heddle_atomic_begin()} at its start and {@code heddle_atomic_end()} at its ends.
 */
final class AtomicFunctions {
    static final String PREFIX = "__VERIFIER_atomic_";

    private final HarnessCalls calls;

    AtomicFunctions(BitcodeModule module) {
        calls = new HarnessCalls(module);
    }

    void bracket(LLVMValueRef function) {
        String name = LlvmText.nameOf(function);
        if (name.startsWith(PREFIX) && !name.endsWith("_begin") && !name.endsWith("_end")) {
            calls.atStart(function, "heddle_atomic_begin");
            calls.atEnds(function, "heddle_atomic_end");
        }
    }
}
