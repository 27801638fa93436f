package org.heddle.instrumenter.pass.ir;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.HashMap;
import java.util.Map;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.names.LlvmText;

/** The names of the functions that a module calls, each read once. */
public final class CalleeNames {
    private final Map<Long, String> known = new HashMap<>();

    /** The name of the function that is called directly; empty for calls through pointers and inline assembly. */
    public String of(LLVMValueRef call) {
        LLVMValueRef callee = LLVMGetCalledValue(call);
        return LLVMIsAFunction(callee) == null
                ? ""
                : known.computeIfAbsent(callee.address(), address -> LlvmText.nameOf(callee));
    }
}
