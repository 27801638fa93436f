package org.heddle.instrumenter.pass;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.names.LlvmText;

/**
 * Inline assembly cannot be instrumented. What may touch memory gets a site of its own, to which no hook call refers,
 * so that the checker can say what it does not see.
 */
final class InlineAssembly {
    static final String NAME = "inline assembly";

    private static final String KEPT = "llvm.compiler.used";
    private static final Set<String> HARMLESS =
            Set.of("", "nop", "pause", "rep; nop", "rep;nop", "rep nop", "yield", "isb", "hint #1");

    private final List<LLVMValueRef> sites = new ArrayList<>();

    /** Whether the call is of inline assembly that may touch memory. */
    static boolean touchesMemory(LLVMValueRef call) {
        LLVMValueRef code = LLVMIsAInlineAsm(LLVMGetCalledValue(call));
        if (code == null || HARMLESS.contains(LlvmText.assembly(code).strip())) {
            return false;
        }
        String constraints = LlvmText.constraints(code);
        return constraints.contains("~{memory}") || constraints.contains("*");
    }

    /** Remembers the record of one. */
    void add(LLVMValueRef site) {
        if (!sites.contains(site)) {
            sites.add(site);
        }
    }

    /** Makes the optimiser keep the records, although nothing refers to them. */
    void keep(BitcodeModule module) {
        if (sites.isEmpty()) {
            return;
        }
        List<LLVMValueRef> kept = new ArrayList<>();
        LLVMValueRef existing = LLVMGetNamedGlobal(module.module(), KEPT);
        if (existing != null) {
            LLVMValueRef entries = LLVMGetInitializer(existing);
            for (int i = 0; i < LLVMGetNumOperands(entries); i++) {
                kept.add(LLVMGetOperand(entries, i));
            }
            LLVMDeleteGlobal(existing);
        }
        kept.addAll(sites);
        LLVMTypeRef pointer = LLVMPointerTypeInContext(module.context(), 0);
        try (PointerPointer<LLVMValueRef> values = new PointerPointer<>(kept.toArray(LLVMValueRef[]::new))) {
            LLVMValueRef array = LLVMConstArray2(pointer, values, kept.size());
            LLVMValueRef global = LLVMAddGlobal(module.module(), LLVMTypeOf(array), KEPT);
            LLVMSetInitializer(global, array);
            LLVMSetLinkage(global, LLVMAppendingLinkage);
            LLVMSetSection(global, "llvm.metadata");
        }
    }
}
