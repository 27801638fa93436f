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
 * Announces accesses that are outside of the variable that their address is computed from, as far as the bitcode shows that variable:
 * those by an index that is too large, or negative. What is there is another variable, or nothing.
 *
 * <p>Variables that another module may define with another size are left alone, and those in a section that the program names: programs
 * walk from one variable of such a section to the next.
 */
public final class VariableBounds {
    private static final Set<Integer> OF_ONE_SIZE = Set.of(
            LLVMInternalLinkage, LLVMPrivateLinkage, LLVMExternalLinkage, LLVMLinkOnceODRLinkage, LLVMWeakODRLinkage);

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
        long bytes = LLVMStoreSizeOfType(instruments.layout(), LLVMTypeOf(value));
        look(access, address, hooks.size(bytes), writes);
    }

    /** The same of a range of so many bytes, which a call accesses. */
    public void look(LLVMValueRef access, LLVMValueRef address, LLVMValueRef bytes, boolean writes) {
        PointerPath path = pathOf(address);
        long bound = path == null ? 0 : boundOf(path.base());
        if (bound > 0 && !isWithin(path, bytes, bound)) {
            LLVMValueRef site = instruments.site(access, SiteKind.RANGE, path.base(), bound);
            hooks.before(access);
            LLVMValueRef how = hooks.order(writes ? 1 : 0);
            hooks.call(Hook.WITHIN, address, hooks.bits(bytes), path.base(), hooks.size(bound), how, site);
        }
    }

    /** Whether that is known before the program runs. */
    private static boolean isWithin(PointerPath path, LLVMValueRef bytes, long bound) {
        return path.isFixed()
                && path.offset() >= 0
                && LLVMIsAConstantInt(bytes) != null
                && path.offset() <= bound - LLVMConstIntGetZExtValue(bytes);
    }

    private PointerPath pathOf(LLVMValueRef address) {
        LLVMTypeRef type = LLVMTypeOf(address);
        boolean isAddress = LLVMGetTypeKind(type) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(type) == 0;
        return isAddress ? PointerPath.of(address, instruments.layout()) : null;
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
                && (section == null || section.isNull() || section.get() == 0)
                && LLVMIsThreadLocal(variable) == 0; // its address is not that of the symbol
    }
}
