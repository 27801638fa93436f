package org.heddle.instrumenter.pass.ir;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.Set;
import org.bytedeco.llvm.LLVM.LLVMAttributeRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.names.LlvmText;

/** Reads call instructions. */
public final class Calls {
    /** What makes a thread: stores its handle behind the first argument before it returns, and gives the address to nobody. */
    public static final Set<String> STARTS = Set.of("pthread_create", "thrd_create");

    private static final String BY_VALUE = "byval";
    private static final int BY_VALUE_KIND = LLVMGetEnumAttributeKindForName(BY_VALUE, BY_VALUE.length());

    private static final String ALWAYS_INLINE = "alwaysinline";
    private static final int ALWAYS_INLINE_KIND =
            LLVMGetEnumAttributeKindForName(ALWAYS_INLINE, ALWAYS_INLINE.length());

    private Calls() {}

    /**
     * Whether the function that is called may be a library's: one that the module does not define, or defines just so that it may
     * be inlined, as libc's headers do.
     */
    public static boolean mayBeLibrary(LLVMValueRef callee) {
        return LLVMIsDeclaration(callee) != 0
                || (LLVMGetLinkage(callee) == LLVMAvailableExternallyLinkage
                        && LLVMGetEnumAttributeAtIndex(callee, LLVMAttributeFunctionIndex, ALWAYS_INLINE_KIND) == null);
    }

    /** Whether the instruction calls a function. */
    public static boolean isCall(LLVMValueRef instruction) {
        return LLVMIsACallInst(instruction) != null || LLVMIsAInvokeInst(instruction) != null;
    }

    /** The name of the function that is called directly; empty for calls through pointers and inline assembly. */
    public static String directCallee(LLVMValueRef call) {
        LLVMValueRef callee = LLVMGetCalledValue(call);
        return LLVMIsAFunction(callee) == null ? "" : LlvmText.nameOf(callee);
    }

    /** An intrinsic's name without the types that some carry: {@code llvm.memcpy.p0.p0.i64} is {@code llvm.memcpy}. */
    public static String withoutTypes(String intrinsic) {
        String name = intrinsic;
        int dot = name.lastIndexOf('.');
        while (dot > "llvm.".length() && isType(name.substring(dot + 1))) {
            name = name.substring(0, dot);
            dot = name.lastIndexOf('.');
        }
        return name;
    }

    private static boolean isType(String part) {
        return part.matches("p\\d+|i\\d+|isVoid|f\\d+|v\\d+.*|inline");
    }

    /** The type that this argument hands over a copy of, or null if the argument is what it seems. */
    public static LLVMTypeRef byValueType(LLVMValueRef call, int argument) {
        LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, argument + 1, BY_VALUE_KIND);
        return attribute == null ? null : LLVMGetTypeAttributeValue(attribute);
    }

    /** The type of this parameter of a function where it is a copy of the caller's, or null. */
    public static LLVMTypeRef copiedType(LLVMValueRef function, int parameter) {
        LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(function, parameter + 1, BY_VALUE_KIND);
        return attribute == null ? null : LLVMGetTypeAttributeValue(attribute);
    }

    /** Whether this parameter of a function is a copy of the caller's. */
    public static boolean isByValue(LLVMValueRef function, int parameter) {
        return copiedType(function, parameter) != null;
    }

    /** Whether the value is an address. */
    public static boolean isPointer(LLVMValueRef value) {
        return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
    }
}
