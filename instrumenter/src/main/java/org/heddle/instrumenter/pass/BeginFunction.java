package org.heddle.instrumenter.pass;

import java.util.List;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.names.DebugNode;
import org.heddle.instrumenter.names.LlvmText;
import org.heddle.instrumenter.pass.ir.BitcodeModule;

/** Puts {@code heddle_begin()} at the start of a function that is named from outside, as if the source said so. */
final class BeginFunction {
    private BeginFunction() {}

    /** Marks those of these functions that have this name, in the source or in the object file. */
    static void mark(BitcodeModule module, List<LLVMValueRef> functions, String name) {
        HarnessCalls calls = new HarnessCalls(module);
        for (LLVMValueRef function : functions) {
            if (DebugNode.sourceName(module.context(), function).equals(name)
                    || LlvmText.nameOf(function).equals(name)) {
                calls.atStart(function, "heddle_begin");
            }
        }
    }
}
