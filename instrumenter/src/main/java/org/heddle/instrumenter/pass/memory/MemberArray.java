package org.heddle.instrumenter.pass.memory;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.stream.IntStream;
import org.bytedeco.llvm.LLVM.LLVMTargetDataRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.names.PointerPath;

/**
 * The array of a structure that an address is computed from by an index, as in {@code ring->slots[i].name}; of an array of arrays the whole.
 *
 * @param start its address
 * @param size in bytes, as the type says; of a union what the union has
 * @param isLast whether nothing follows it in the structure but padding, so that an object may have been allocated with more of it
 * @param isFixed whether the address is at a constant distance from the start
 * @param offset that distance in bytes
 */
record MemberArray(LLVMValueRef start, long size, boolean isLast, boolean isFixed, long offset) {
    /** The array that an access through the address is meant for; null if it is not computed so. */
    static MemberArray of(LLVMValueRef address, LLVMTargetDataRef layout) {
        LLVMValueRef array = null;
        boolean fixed = true;
        for (LLVMValueRef at = address; PointerPath.isStep(at); at = LLVMGetOperand(at, 0)) {
            LLVMTypeRef type = LLVMGetGEPSourceElementType(at);
            if (array != null && isMember(at, type)) {
                return ofMember(at, type, array, fixed, address, layout);
            }
            if (LLVMGetTypeKind(type) == LLVMArrayTypeKind && isZero(LLVMGetOperand(at, 1))) {
                array = LLVMGetOperand(at, 0);
            } else if (array != null || !isMember(at, type)) {
                return null;
            }
            fixed &= PointerPath.hasConstantIndices(at);
        }
        return null;
    }

    /** The array whose address this is, or that of one of its characters, however that was computed; null if it is no array of a structure. */
    static MemberArray ofText(LLVMValueRef address, LLVMTargetDataRef layout) {
        LLVMValueRef at = address;
        while (PointerPath.isStep(at) && isCharacters(LLVMGetGEPSourceElementType(at))) {
            at = LLVMGetOperand(at, 0);
        }
        if (LLVMIsAGlobalVariable(at) != null) {
            return ofFirst(at, layout);
        }
        MemberArray ofElement = of(at, layout);
        boolean isArray = ofElement == null
                && PointerPath.isStep(at)
                && isMember(at, LLVMGetGEPSourceElementType(at))
                && LLVMGetTypeKind(memberType(at)) == LLVMArrayTypeKind;
        return isArray ? ofMember(at, LLVMGetGEPSourceElementType(at), at, true, at, layout) : ofElement;
    }

    /** The array that a variable begins with: the address of both is the same. Null if that is the variable itself. */
    private static MemberArray ofFirst(LLVMValueRef variable, LLVMTargetDataRef layout) {
        LLVMTypeRef type = LLVMGlobalGetValueType(variable);
        boolean last = true;
        int depth = 0;
        for (; isStructure(type); depth++) {
            last &= isFollowedByNothing(type, 0);
            type = LLVMStructGetTypeAtIndex(type, 0);
        }
        return depth > 0 && LLVMGetTypeKind(type) == LLVMArrayTypeKind
                ? new MemberArray(variable, LLVMABISizeOfType(layout, type), last, false, 0)
                : null;
    }

    private static boolean isStructure(LLVMTypeRef type) {
        return LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMCountStructElementTypes(type) > 0;
    }

    private static boolean isCharacters(LLVMTypeRef type) {
        return LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
    }

    private static LLVMTypeRef memberType(LLVMValueRef member) {
        LLVMTypeRef type = LLVMGetGEPSourceElementType(member);
        for (int n = 2; n < LLVMGetNumOperands(member) && LLVMGetTypeKind(type) == LLVMStructTypeKind; n++) {
            type = LLVMStructGetTypeAtIndex(type, (int) LLVMConstIntGetZExtValue(LLVMGetOperand(member, n)));
        }
        return type;
    }

    private static MemberArray ofMember(
            LLVMValueRef member,
            LLVMTypeRef structure,
            LLVMValueRef array,
            boolean fixed,
            LLVMValueRef address,
            LLVMTargetDataRef layout) {
        LLVMTypeRef type = structure;
        boolean last = true;
        for (int n = 2; n < LLVMGetNumOperands(member); n++) {
            int index = (int) LLVMConstIntGetZExtValue(LLVMGetOperand(member, n));
            if (LLVMGetTypeKind(type) != LLVMStructTypeKind) {
                return null;
            }
            last &= isFollowedByNothing(type, index);
            type = LLVMStructGetTypeAtIndex(type, index);
        }
        long offset = PointerPath.of(address, layout).offset()
                - PointerPath.of(array, layout).offset();
        return new MemberArray(array, LLVMABISizeOfType(layout, type), last, fixed, offset);
    }

    private static boolean isMember(LLVMValueRef step, LLVMTypeRef type) {
        return LLVMGetTypeKind(type) == LLVMStructTypeKind
                && LLVMGetNumOperands(step) > 2
                && isZero(LLVMGetOperand(step, 1));
    }

    private static boolean isZero(LLVMValueRef index) {
        return LLVMIsAConstantInt(index) != null && LLVMConstIntGetZExtValue(index) == 0;
    }

    /** Bytes may be padding. */
    private static boolean isFollowedByNothing(LLVMTypeRef structure, int index) {
        return IntStream.range(index + 1, LLVMCountStructElementTypes(structure))
                .mapToObj(n -> LLVMStructGetTypeAtIndex(structure, n))
                .allMatch(MemberArray::isBytes);
    }

    private static boolean isBytes(LLVMTypeRef type) {
        LLVMTypeRef element = LLVMGetTypeKind(type) == LLVMArrayTypeKind ? LLVMGetElementType(type) : type;
        return LLVMGetTypeKind(element) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(element) == Byte.SIZE;
    }
}
