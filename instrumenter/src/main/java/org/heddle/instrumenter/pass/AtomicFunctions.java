package org.heddle.instrumenter.pass;

import static org.bytedeco.llvm.global.LLVM.*;

import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.llvm.LLVM.LLVMBuilderRef;
import org.bytedeco.llvm.LLVM.LLVMMetadataRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.names.LlvmText;
import org.heddle.instrumenter.pass.ir.BitcodeModule;

/**
 * The convention of verification tasks that a function whose name starts with {@value #PREFIX} runs as one step: puts
 * {@code heddle_atomic_begin()} at its start and {@code heddle_atomic_end()} at its ends.
 */
final class AtomicFunctions {
    static final String PREFIX = "__VERIFIER_atomic_";

    private final BitcodeModule module;

    AtomicFunctions(BitcodeModule module) {
        this.module = module;
    }

    void bracket(LLVMValueRef function) {
        String name = LlvmText.nameOf(function);
        if (!name.startsWith(PREFIX) || name.endsWith("_begin") || name.endsWith("_end")) {
            return;
        }
        LLVMBuilderRef builder = LLVMCreateBuilderInContext(module.context());
        LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
        while (LLVMIsAAllocaInst(first) != null) {
            first = LLVMGetNextInstruction(first);
        }
        call(builder, first, function, "heddle_atomic_begin");
        for (LLVMValueRef instruction : BitcodeModule.instructions(function)) {
            if (LLVMIsAReturnInst(instruction) != null) {
                call(builder, instruction, function, "heddle_atomic_end");
            }
        }
        LLVMDisposeBuilder(builder);
    }

    private void call(LLVMBuilderRef builder, LLVMValueRef before, LLVMValueRef within, String callee) {
        try (PointerPointer<LLVMTypeRef> none = new PointerPointer<>(0L);
                PointerPointer<LLVMValueRef> nothing = new PointerPointer<>(0L)) {
            LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(module.context()), none, 0, 0);
            LLVMValueRef function = LLVMGetNamedFunction(module.module(), callee);
            if (function == null) {
                function = LLVMAddFunction(module.module(), callee, type);
            }
            LLVMPositionBuilderBefore(builder, before);
            LLVMSetCurrentDebugLocation2(builder, location(before, within));
            LLVMBuildCall2(builder, type, function, nothing, 0, "");
        }
    }

    private LLVMMetadataRef location(LLVMValueRef instruction, LLVMValueRef within) {
        LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);
        LLVMMetadataRef subprogram = LLVMGetSubprogram(within);
        if (location != null || subprogram == null) {
            return location;
        }
        int line = LLVMDISubprogramGetLine(subprogram);
        return LLVMDIBuilderCreateDebugLocation(module.context(), line, 0, subprogram, null);
    }
}
