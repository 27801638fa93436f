package org.heddle.instrumenter.pass.descriptors;

import static org.bytedeco.llvm.global.LLVM.*;

import org.bytedeco.llvm.LLVM.LLVMTargetDataRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.names.PointerPath;

/** Names for memory: a member of a type of structures, in whichever object; a variable; or all that is neither. */
final class Places {
    /** What is reached by a pointer to a number, of which nobody knows where it points. */
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
            type = LLVMGetGEPSourceElementType(pointer);
            for (int i = 2; i < LLVMGetNumOperands(pointer); i++) {
                type = LLVMGetTypeKind(type) == LLVMStructTypeKind
                        ? LLVMStructGetTypeAtIndex(type, (int) LLVMConstIntGetZExtValue(LLVMGetOperand(pointer, i)))
                        : LLVMGetElementType(type);
            }
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

    /** The member that the steps of an address end in. */
    private Object memberOfSteps(LLVMValueRef pointer) {
        LLVMValueRef at = pointer;
        while (LLVMIsAGetElementPtrInst(at) != null) {
            LLVMTypeRef type = LLVMGetGEPSourceElementType(at);
            Object found = null;
            for (int i = 2; i < LLVMGetNumOperands(at); i++) {
                if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
                    int index = (int) LLVMConstIntGetZExtValue(LLVMGetOperand(at, i));
                    found = name(type, index);
                    type = LLVMStructGetTypeAtIndex(type, index);
                } else {
                    type = LLVMGetElementType(type);
                }
            }
            if (found != null) {
                return found;
            }
            at = LLVMGetOperand(at, 0);
        }
        return null;
    }

    private static Object name(LLVMTypeRef struct, int index) {
        String name = LLVMIsLiteralStruct(struct) != 0
                ? ""
                : LLVMGetStructName(struct).getString();
        return name + ":" + index;
    }
}
