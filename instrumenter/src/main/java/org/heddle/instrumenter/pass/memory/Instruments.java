package org.heddle.instrumenter.pass.memory;

import org.bytedeco.llvm.LLVM.LLVMTargetDataRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.names.Expressions;
import org.heddle.instrumenter.pass.sites.HookCalls;
import org.heddle.instrumenter.pass.sites.Positions;
import org.heddle.instrumenter.pass.sites.SiteKind;
import org.heddle.instrumenter.pass.sites.SiteTable;

/**
 * What instrumenting one module takes.
 *
 * @param layout sizes of types
 * @param memory what may be shared
 * @param expressions names
 * @param positions source positions
 * @param table the module's sites
 * @param hooks the calls
 */
public record Instruments(
        LLVMTargetDataRef layout,
        SharedMemory memory,
        Expressions expressions,
        Positions positions,
        SiteTable table,
        HookCalls hooks) {
    /** The record of an access of this size at this address by this instruction. */
    public LLVMValueRef site(LLVMValueRef instruction, SiteKind kind, LLVMValueRef address, long size) {
        if (kind == SiteKind.RANGE) {
            return table.address(positions.site(instruction, kind, expressions.memory(address, size), 0));
        }
        Expressions.Named named = expressions.named(address, size);
        return table.address(
                positions.site(instruction, kind, named.text(), size).of(expressions.shown(named, size)));
    }

    /** The record of a thing with a given name. */
    public LLVMValueRef named(LLVMValueRef instruction, SiteKind kind, String name) {
        return table.address(positions.site(instruction, kind, name, 0));
    }
}
