package org.heddle.instrumenter.pass;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.names.LlvmText;

/**
 * Inline assembly cannot be instrumented. What may touch memory gets a site of its own, to which no hook call refers,
 * so that the checker can say what it does not see.
 */
final class InlineAssembly {
    static final String NAME = "inline assembly";

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

    /** The records, which nothing refers to. */
    List<LLVMValueRef> sites() {
        return List.copyOf(sites);
    }
}
