package org.heddle.instrumenter.pass.sites;

import static org.bytedeco.llvm.global.LLVM.*;

import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMBuilderRef;
import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.LLVM.LLVMModuleRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * The body of {@link Hook#WITHIN}, which each module has for itself, so that the compiler puts it in place of its calls: an access within
 * its variable costs a comparison and no call.
 */
final class WithinFunction {
    private static final int ADDRESS = 0;
    private static final int SIZE = 1;
    private static final int BASE = 2;
    private static final int BOUND = 3;

    private WithinFunction() {}

    /**
     * Defines it in a module.
     *
     * @param type of both functions
     * @param outside what is called with all that this one is called with
     */
    static LLVMValueRef define(LLVMContextRef context, LLVMModuleRef module, LLVMTypeRef type, LLVMValueRef outside) {
        LLVMValueRef function = LLVMAddFunction(module, Hook.WITHIN.symbol(), type);
        LLVMSetLinkage(function, LLVMInternalLinkage);
        for (String attribute : new String[] {"nounwind", "alwaysinline"}) {
            int kind = LLVMGetEnumAttributeKindForName(attribute, attribute.length());
            LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(context, kind, 0));
        }
        LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(context, function, "");
        LLVMBasicBlockRef tells = LLVMAppendBasicBlockInContext(context, function, "");
        LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext(context, function, "");
        LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
        LLVMPositionBuilderAtEnd(builder, entry);
        LLVMBuildCondBr(builder, isOutside(builder, LLVMInt64TypeInContext(context), function), tells, end);
        LLVMPositionBuilderAtEnd(builder, tells);
        int count = LLVMCountParams(function);
        try (PointerPointer<LLVMValueRef> arguments = new PointerPointer<>(count)) {
            for (int i = 0; i < count; i++) {
                arguments.put(i, LLVMGetParam(function, i));
            }
            LLVMBuildCall2(builder, type, outside, arguments, count, "");
        }
        LLVMBuildBr(builder, end);
        LLVMPositionBuilderAtEnd(builder, end);
        LLVMBuildRetVoid(builder);
        LLVMDisposeBuilder(builder);
        return function;
    }

    /** Whether the bytes, if there are any, do not all lie within the bound. */
    private static LLVMValueRef isOutside(LLVMBuilderRef builder, LLVMTypeRef number, LLVMValueRef function) {
        LLVMValueRef size = LLVMGetParam(function, SIZE);
        LLVMValueRef bound = LLVMGetParam(function, BOUND);
        LLVMValueRef offset = LLVMBuildSub(
                builder,
                LLVMBuildPtrToInt(builder, LLVMGetParam(function, ADDRESS), number, ""),
                LLVMBuildPtrToInt(builder, LLVMGetParam(function, BASE), number, ""),
                "");
        LLVMValueRef isLarger = LLVMBuildICmp(builder, LLVMIntUGT, size, bound, "");
        LLVMValueRef isBehind = LLVMBuildICmp(builder, LLVMIntUGT, offset, LLVMBuildSub(builder, bound, size, ""), "");
        LLVMValueRef isAny = LLVMBuildICmp(builder, LLVMIntNE, size, LLVMConstInt(number, 0, 0), "");
        return LLVMBuildAnd(builder, isAny, LLVMBuildOr(builder, isLarger, isBehind, ""), "");
    }
}
