package org.heddle.instrumenter.pass.descriptors;

import static org.bytedeco.llvm.global.LLVM.*;

import org.bytedeco.llvm.LLVM.LLVMTargetDataRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.names.PointerPath;

/** Names for memory: a member of a type of structures, in whichever object; a variable; or all that is neither. */
final class Places {
    /** Where a pointer leads of which that is not known. */
    static final Object ANYWHERE = "anywhere";

    private final LLVMTargetDataRef layout;

    /** Those of a module of this layout. */
    Places(LLVMTargetDataRef layout) {
        this.layout = layout;
    }

    /** What the pointer points to. */
    Object of(LLVMValueRef pointer) {
        PointerPath path = PointerPath.of(pointer, layout);
        LLVMValueRef base = path.base();
        LLVMTypeRef type = LLVMIsAGlobalVariable(base) != null
                ? LLVMGlobalGetValueType(base)
                : LLVMIsAAllocaInst(base) != null ? LLVMGetAllocatedType(base) : null;
        Object member = type == null ? null : member(type, path.offset());
        member = member == null ? memberOfSteps(pointer) : member;
        if (member != null) {
            return member;
        }
        return type == null ? ANYWHERE : (Object) base.address();
    }

    /** Whether it is known to point to a number, or into an array of them. */
    boolean isOfNumbers(LLVMValueRef pointer) {
        LLVMTypeRef type = null;
        if (LLVMIsAGlobalVariable(pointer) != null) {
            type = LLVMGlobalGetValueType(pointer);
        } else if (LLVMIsAAllocaInst(pointer) != null) {
            type = LLVMGetAllocatedType(pointer);
        } else if (LLVMIsAGetElementPtrInst(pointer) != null) {
            type = End.of(pointer).type();
        }
        while (type != null && LLVMGetTypeKind(type) == LLVMArrayTypeKind) {
            type = LLVMGetElementType(type);
        }
        return type != null && LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
    }

    /** The innermost member at an offset; null if there is none. */
    private Object member(LLVMTypeRef whole, long offset) {
        LLVMTypeRef type = whole;
        long rest = Math.max(offset, 0);
        Object found = null;
        while (LLVMGetTypeKind(type) == LLVMArrayTypeKind || LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            long size = LLVMABISizeOfType(layout, type);
            if (size == 0) {
                return found;
            }
            rest %= size;
            if (LLVMGetTypeKind(type) == LLVMArrayTypeKind) {
                type = LLVMGetElementType(type);
            } else {
                int index = LLVMElementAtOffset(layout, type, rest);
                found = name(type, index);
                rest -= LLVMOffsetOfElement(layout, type, index);
                type = LLVMStructGetTypeAtIndex(type, index);
            }
        }
        return found;
    }

    /** The member that the steps of an address end in; null if they enter none. */
    private static Object memberOfSteps(LLVMValueRef pointer) {
        Object member = null;
        for (LLVMValueRef at = pointer;
                member == null && LLVMIsAGetElementPtrInst(at) != null;
                at = LLVMGetOperand(at, 0)) {
            member = End.of(at).member();
        }
        return member;
    }

    /**
     * Where an instruction that computes an address ends.
     *
     * @param type of what is there
     * @param member the innermost one that it enters; null if it enters none
     */
    private record End(LLVMTypeRef type, Object member) {
        static End of(LLVMValueRef computation) {
            LLVMTypeRef type = LLVMGetGEPSourceElementType(computation);
            Object member = null;
            for (int i = 2; i < LLVMGetNumOperands(computation); i++) {
                if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
                    int index = (int) LLVMConstIntGetZExtValue(LLVMGetOperand(computation, i));
                    member = name(type, index);
                    type = LLVMStructGetTypeAtIndex(type, index);
                } else {
                    type = LLVMGetElementType(type);
                }
            }
            return new End(type, member);
        }
    }

    private static Object name(LLVMTypeRef struct, int index) {
        String name = LLVMIsLiteralStruct(struct) != 0
                ? ""
                : LLVMGetStructName(struct).getString();
        return name + ":" + index;
    }
}
