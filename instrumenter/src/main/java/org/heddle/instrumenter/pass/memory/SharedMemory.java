package org.heddle.instrumenter.pass.memory;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.function.Predicate;
import org.bytedeco.llvm.LLVM.LLVMTargetDataRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.names.PointerPath;
import org.heddle.instrumenter.pass.ir.Calls;

/** Tells which addresses may be of memory that several threads can reach and some thread can change. */
public final class SharedMemory {
    private final LLVMTargetDataRef layout;
    private final EscapeAnalysis escape;

    /** Memory as the module lays it out, and the analysis of what escapes. */
    public SharedMemory(LLVMTargetDataRef layout, EscapeAnalysis escape) {
        this.layout = layout;
        this.escape = escape;
    }

    /** Whether an access through this address has to be seen. */
    public boolean mayBeShared(LLVMValueRef address) {
        LLVMTypeRef type = LLVMTypeOf(address);
        if (LLVMGetTypeKind(type) != LLVMPointerTypeKind || LLVMGetPointerAddressSpace(type) != 0) {
            return false;
        }
        LLVMValueRef base = PointerPath.of(address, layout).base();
        if (LLVMIsAAllocaInst(base) != null) {
            return escape.escapes(base);
        }
        if (LLVMIsAGlobalVariable(base) != null) {
            return ofVariable(base);
        }
        if (LLVMIsAArgument(base) != null && isCopy(base)) {
            return escape.escapes(base);
        }
        return true;
    }

    /** Whether other threads may have the address otherwise than by calls of these functions. */
    public boolean mayBeSharedBesides(LLVMValueRef address, Predicate<String> callees) {
        boolean isNull = LLVMIsConstant(address) != 0 && LLVMIsNull(address) != 0;
        if (isNull || !mayBeShared(address)) {
            return false;
        }
        LLVMValueRef base = PointerPath.of(address, layout).base();
        return LLVMIsAAllocaInst(base) == null || escape.escapesBesides(base, callees);
    }

    /** Whether this is memory of the function that is running. */
    boolean isOnStack(LLVMValueRef address) {
        LLVMTypeRef type = LLVMTypeOf(address);
        if (LLVMGetTypeKind(type) != LLVMPointerTypeKind || LLVMGetPointerAddressSpace(type) != 0) {
            return false;
        }
        LLVMValueRef base = PointerPath.of(address, layout).base();
        return LLVMIsAAllocaInst(base) != null || (LLVMIsAArgument(base) != null && isCopy(base));
    }

    private boolean ofVariable(LLVMValueRef variable) {
        if (LLVMIsGlobalConstant(variable) != 0) {
            return false;
        }
        int linkage = LLVMGetLinkage(variable);
        boolean ownThread =
                LLVMIsThreadLocal(variable) != 0 && (linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage);
        return !ownThread || escape.escapes(variable);
    }

    private static boolean isCopy(LLVMValueRef argument) {
        LLVMValueRef function = LLVMGetParamParent(argument);
        for (int i = 0; i < LLVMCountParams(function); i++) {
            if (LLVMGetParam(function, i).equals(argument)) {
                return Calls.isByValue(function, i);
            }
        }
        return false;
    }
}
