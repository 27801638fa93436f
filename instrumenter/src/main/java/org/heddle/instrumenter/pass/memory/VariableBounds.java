package org.heddle.instrumenter.pass.memory;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.Set;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.names.PointerPath;
import org.heddle.instrumenter.pass.sites.Hook;
import org.heddle.instrumenter.pass.sites.HookCalls;
import org.heddle.instrumenter.pass.sites.SiteKind;

/**
 * Announces accesses that are outside of the array, or other variable, that their address is computed from, as far as the bitcode shows
 * it: those by an index that is too large, or negative. What is there is something else, or nothing. An array is the member of a
 * structure, wherever that lies; of the last member more may have been allocated than its type says, which the runtime finds out.
 * How far a call goes that fills or reads an array, the runtime finds out as well.
 *
 * <p>Variables that another module may define with another size are left alone, and those in a section that the program names: programs
 * walk from one variable of such a section to the next.
 */
public final class VariableBounds {
    private static final Set<Integer> OF_ONE_SIZE = Set.of(
            LLVMInternalLinkage, LLVMPrivateLinkage, LLVMExternalLinkage, LLVMLinkOnceODRLinkage, LLVMWeakODRLinkage);

    /** How an access is told of; the values are those of {@code enum heddle_outside} in {@code heddle_abi.h}. */
    private static final int WRITES = 1;

    private static final int MAY_BE_LARGER = 2;

    private final Instruments instruments;
    private final HookCalls hooks;

    /** For the module of these instruments. */
    public VariableBounds(Instruments instruments) {
        this.instruments = instruments;
        this.hooks = instruments.hooks();
    }

    /** To be called before the access itself is announced; of an instruction that accesses nothing, nothing is. */
    public void look(LLVMValueRef instruction) {
        switch (LLVMGetInstructionOpcode(instruction)) {
            case LLVMLoad -> lookAtValue(instruction, LLVMGetOperand(instruction, 0), instruction, false);
            case LLVMStore -> lookAtValue(
                    instruction, LLVMGetOperand(instruction, 1), LLVMGetOperand(instruction, 0), true);
            case LLVMAtomicRMW, LLVMAtomicCmpXchg -> lookAtValue(
                    instruction, LLVMGetOperand(instruction, 0), LLVMGetOperand(instruction, 1), true);
            default -> {
                // a call, whose ranges are looked at by themselves, or no access
            }
        }
    }

    private void lookAtValue(LLVMValueRef access, LLVMValueRef address, LLVMValueRef value, boolean writes) {
        LLVMValueRef bytes = hooks.size(LLVMStoreSizeOfType(instruments.layout(), LLVMTypeOf(value)));
        MemberArray member = isAddress(address) ? MemberArray.of(address, instruments.layout()) : null;
        if (member != null && !member.isLast()) {
            lookAtMember(access, address, bytes, member, writes ? WRITES : 0);
        } else if (!look(access, address, bytes, writes) && member != null) {
            lookAtMember(access, address, bytes, member, (writes ? WRITES : 0) | MAY_BE_LARGER);
        }
    }

    private void lookAtMember(
            LLVMValueRef access, LLVMValueRef address, LLVMValueRef bytes, MemberArray member, int how) {
        boolean isWithin = member.isFixed() && isWithin(member.offset(), bytes, member.size());
        if (member.size() > 0 && !isWithin) {
            announce(access, address, bytes, member.start(), member.size(), how);
        }
    }

    /**
     * The same of a range of so many bytes, which a call accesses. It may go over several members of its variable: programs copy so.
     *
     * @return whether the variable is known
     */
    public boolean look(LLVMValueRef access, LLVMValueRef address, LLVMValueRef bytes, boolean writes) {
        PointerPath path = isAddress(address) ? PointerPath.of(address, instruments.layout()) : null;
        long bound = path == null ? 0 : boundOf(path.base());
        if (bound > 0 && !(path.isFixed() && isWithin(path.offset(), bytes, bound))) {
            announce(access, address, bytes, path.base(), bound, writes ? WRITES : 0);
        }
        return bound > 0;
    }

    /**
     * Tells which variable an argument of a call is meant for, where the call itself may go on past the end of that. To be called before
     * the call is announced.
     *
     * @param isText whether the call knows nothing but an array of characters there; else it may go over several members
     * @param most the most bytes that it touches; negative: that is not known
     * @return whether the runtime has to compare
     */
    public boolean meant(LLVMValueRef call, LLVMValueRef address, boolean isText, long most) {
        if (!isAddress(address)) {
            return false;
        }
        PointerPath path = PointerPath.of(address, instruments.layout());
        long bound = boundOf(path.base());
        MemberArray member = isText ? MemberArray.ofText(address, instruments.layout()) : null;
        if (member != null && member.size() > 0 && !(member.isLast() && bound > 0)) {
            meant(call, address, member.start(), member.size(), member.isLast() ? MAY_BE_LARGER : 0);
            return true;
        }
        boolean isWithin = most >= 0 && path.isFixed() && isWithin(path.offset(), hooks.size(most), bound);
        if (bound > 0 && !isWithin) {
            meant(call, address, path.base(), bound, 0);
        }
        return bound > 0 && !isWithin;
    }

    private void meant(LLVMValueRef call, LLVMValueRef address, LLVMValueRef start, long bound, int how) {
        LLVMValueRef site = site(call, start, bound);
        hooks.before(call);
        hooks.call(Hook.MEANT_FOR, address, start, hooks.size(bound), hooks.order(how), site);
    }

    private void announce(
            LLVMValueRef access, LLVMValueRef address, LLVMValueRef bytes, LLVMValueRef start, long bound, int how) {
        LLVMValueRef site = site(access, start, bound);
        hooks.before(access);
        hooks.call(Hook.WITHIN, address, hooks.bits(bytes), start, hooks.size(bound), hooks.order(how), site);
    }

    /** Of a few bytes an element would be named. */
    private LLVMValueRef site(LLVMValueRef instruction, LLVMValueRef start, long bound) {
        return instruments.site(instruction, SiteKind.RANGE, start, bound > Long.BYTES ? bound : 0);
    }

    /** Whether that is known before the program runs. */
    private static boolean isWithin(long offset, LLVMValueRef bytes, long bound) {
        return offset >= 0 && LLVMIsAConstantInt(bytes) != null && offset <= bound - LLVMConstIntGetZExtValue(bytes);
    }

    private static boolean isAddress(LLVMValueRef value) {
        LLVMTypeRef type = LLVMTypeOf(value);
        return LLVMGetTypeKind(type) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(type) == 0;
    }

    /** The size of a variable in bytes; 0 where it is not known, and of anything else. */
    private long boundOf(LLVMValueRef base) {
        if (LLVMIsAGlobalVariable(base) != null) {
            return isOfOneSize(base) ? LLVMABISizeOfType(instruments.layout(), LLVMGlobalGetValueType(base)) : 0;
        }
        LLVMValueRef count = LLVMIsAAllocaInst(base) == null ? null : LLVMGetOperand(base, 0);
        return count == null || LLVMIsAConstantInt(count) == null
                ? 0
                : LLVMABISizeOfType(instruments.layout(), LLVMGetAllocatedType(base)) * LLVMConstIntGetZExtValue(count);
    }

    private static boolean isOfOneSize(LLVMValueRef variable) {
        BytePointer section = LLVMGetSection(variable);
        return LLVMIsDeclaration(variable) == 0
                && OF_ONE_SIZE.contains(LLVMGetLinkage(variable))
                && (section == null || section.isNull() || section.get() == 0);
    }
}
