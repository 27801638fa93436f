package org.heddle.instrumenter.pass;

import static org.bytedeco.llvm.global.LLVM.*;

import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.llvm.LLVM.LLVMBuilderRef;
import org.bytedeco.llvm.LLVM.LLVMMetadataRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.pass.ir.BitcodeModule;

/** Puts calls of functions of {@code heddle.h}, which take and return nothing, into functions of the program. */
final class HarnessCalls {
    private final BitcodeModule module;

    HarnessCalls(BitcodeModule module) {
        this.module = module;
    }

    /** The function calls this one before all else. */
    void atStart(LLVMValueRef function, String callee) {
        LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
        while (LLVMIsAAllocaInst(first) != null) {
            first = LLVMGetNextInstruction(first);
        }
        call(first, function, callee);
    }

    /** The function calls this one before it returns. */
    void atEnds(LLVMValueRef function, String callee) {
        for (LLVMValueRef instruction : BitcodeModule.instructions(function)) {
            if (LLVMIsAReturnInst(instruction) != null) {
                call(instruction, function, callee);
            }
        }
    }

    private void call(LLVMValueRef before, LLVMValueRef within, String callee) {
        LLVMBuilderRef builder = LLVMCreateBuilderInContext(module.context());
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
        LLVMDisposeBuilder(builder);
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
