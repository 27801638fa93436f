package org.heddle.instrumenter.pass.loops;

import static org.bytedeco.llvm.global.LLVM.*;

import org.bytedeco.llvm.LLVM.LLVMUseRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * Accesses that count: a number is read, changed, and written back to where it was, and nothing else depends on what it was. As long as
 * a number is accessed in this way alone, no thread behaves differently whatever it is, so that states that differ in it alone are
 * equal for what comes next.
 */
public final class Counting {
    private static final int MOST_STEPS = 4;

    private Counting() {}

    /** Whether a plain load is of this kind. */
    public static boolean reads(LLVMValueRef load) {
        return writtenBack(load) != null;
    }

    /** Whether a plain store is. */
    public static boolean writes(LLVMValueRef store) {
        LLVMValueRef load = origin(LLVMGetOperand(store, 0), LLVMGetOperand(store, 1), MOST_STEPS);
        return load != null && store.equals(writtenBack(load));
    }

    /** Whether an atomic read-modify-write is. */
    public static boolean changes(LLVMValueRef operation) {
        return LLVMGetAtomicRMWBinOp(operation) != LLVMAtomicRMWBinOpXchg && isUnused(operation, MOST_STEPS);
    }

    /** Whether an atomic read-modify-write adds or subtracts a whole number, so that it commutes with its like. */
    public static boolean adds(LLVMValueRef operation) {
        int kind = LLVMGetAtomicRMWBinOp(operation);
        return kind == LLVMAtomicRMWBinOpAdd || kind == LLVMAtomicRMWBinOpSub;
    }

    /** The store that what the load has read ends in, and in nothing else; null if there is none. */
    private static LLVMValueRef writtenBack(LLVMValueRef load) {
        LLVMValueRef value = load;
        for (int i = 0; i <= MOST_STEPS; i++) {
            LLVMValueRef user = onlyUser(value);
            if (user == null || !LLVMGetInstructionParent(user).equals(LLVMGetInstructionParent(load))) {
                return null;
            }
            if (LLVMIsAStoreInst(user) != null) {
                boolean isBack = isSame(LLVMGetOperand(user, 1), LLVMGetOperand(load, 0))
                        && LLVMGetOperand(user, 0).equals(value);
                return isBack && !value.equals(load) ? user : null;
            }
            if (!isComputed(user)) {
                return null;
            }
            value = user;
        }
        return null;
    }

    /** Whether two addresses are computed alike. */
    private static boolean isSame(LLVMValueRef a, LLVMValueRef b) {
        boolean same = a.equals(b);
        if (!same && LLVMIsAGetElementPtrInst(a) != null && LLVMIsAGetElementPtrInst(b) != null) {
            same = LLVMGetNumOperands(a) == LLVMGetNumOperands(b)
                    && LLVMGetGEPSourceElementType(a).equals(LLVMGetGEPSourceElementType(b));
            for (int i = 0; same && i < LLVMGetNumOperands(a); i++) {
                same = LLVMGetOperand(a, i).equals(LLVMGetOperand(b, i));
            }
        }
        return same;
    }

    /** The load of this address that the value is computed from. */
    private static LLVMValueRef origin(LLVMValueRef value, LLVMValueRef address, int steps) {
        if (LLVMIsALoadInst(value) != null) {
            return isSame(LLVMGetOperand(value, 0), address) ? value : null;
        }
        if (steps == 0 || LLVMIsAInstruction(value) == null || !isComputed(value)) {
            return null;
        }
        LLVMValueRef found = null;
        for (int i = 0; i < LLVMGetNumOperands(value) && found == null; i++) {
            found = origin(LLVMGetOperand(value, i), address, steps - 1);
        }
        return found;
    }

    private static LLVMValueRef onlyUser(LLVMValueRef value) {
        LLVMUseRef use = LLVMGetFirstUse(value);
        return use != null && LLVMGetNextUse(use) == null ? LLVMGetUser(use) : null;
    }

    private static boolean isComputed(LLVMValueRef value) {
        return LLVMIsABinaryOperator(value) != null || LLVMIsACastInst(value) != null;
    }

    private static boolean isUnused(LLVMValueRef value, int steps) {
        for (LLVMUseRef use = LLVMGetFirstUse(value); use != null; use = LLVMGetNextUse(use)) {
            LLVMValueRef user = LLVMGetUser(use);
            if (steps == 0 || !isComputed(user) || !isUnused(user, steps - 1)) {
                return false;
            }
        }
        return true;
    }
}
