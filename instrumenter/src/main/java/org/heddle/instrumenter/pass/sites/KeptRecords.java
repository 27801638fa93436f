package org.heddle.instrumenter.pass.sites;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.pass.ir.BitcodeModule;

/** Makes the optimiser keep records that no hook call refers to. */
public final class KeptRecords {
    private static final String KEPT = "llvm.compiler.used";

    private KeptRecords() {}

    /** Keeps these records, besides what the module keeps already. */
    public static void keep(BitcodeModule module, List<LLVMValueRef> records) {
        if (records.isEmpty()) {
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
        kept.addAll(records);
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
