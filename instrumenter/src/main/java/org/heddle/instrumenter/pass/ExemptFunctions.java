package org.heddle.instrumenter.pass;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.HashSet;
import java.util.Set;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.names.LlvmText;
import org.heddle.instrumenter.pass.ir.BitcodeModule;

/**
 * The functions whose plain accesses are left alone: naked ones and those that the source excludes from
 * ThreadSanitizer. The latter are marked by annotations that the driver adds to {@code no_sanitize}. So are the operations of
 * {@link AtomicSharedPointers}.
 */
final class ExemptFunctions {
    private static final String[] ATTRIBUTES = {"naked", "disable_sanitizer_instrumentation"};

    private final BitcodeModule module;

    ExemptFunctions(BitcodeModule module) {
        this.module = module;
    }

    Set<Long> addresses() {
        Set<Long> found = new HashSet<>();
        for (LLVMValueRef function : module.definitions()) {
            if (AtomicSharedPointers.isOperation(function)) {
                found.add(function.address());
            }
            for (String attribute : ATTRIBUTES) {
                int kind = LLVMGetEnumAttributeKindForName(attribute, attribute.length());
                if (LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind) != null) {
                    found.add(function.address());
                }
            }
        }
        addAnnotated(found);
        return found;
    }

    private void addAnnotated(Set<Long> found) {
        LLVMValueRef annotations = LLVMGetNamedGlobal(module.module(), "llvm.global.annotations");
        LLVMValueRef entries = annotations == null ? null : LLVMGetInitializer(annotations);
        for (int i = 0; entries != null && i < LLVMGetNumOperands(entries); i++) {
            LLVMValueRef entry = LLVMGetOperand(entries, i);
            String text = LlvmText.initializer(LLVMGetOperand(entry, 1));
            if (text.startsWith("no_sanitize:") && (text.contains("\"thread\"") || text.contains("\"all\""))) {
                found.add(LLVMGetOperand(entry, 0).address());
            }
        }
    }
}
