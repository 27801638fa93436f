package org.heddle.instrumenter.pass.memory;

import static org.bytedeco.llvm.global.LLVM.*;

import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * Pointers from objects of C++ to the table of their class (Itanium C++ ABI, 2.5). A destructor stores the pointer to the table of its own
 * class first. Where the object is of that class, the pointer is there already, and no thread that calls a virtual function can tell. Such
 * a store is no access. ThreadSanitizer does the same.
 */
public final class VtablePointers {
    /** What the names of tables begin with. */
    private static final String TABLE = "_ZTV";

    private VtablePointers() {}

    /** Whether this value, which is stored, is such a pointer. */
    public static boolean isVtablePointer(LLVMValueRef value) {
        LLVMValueRef table = value;
        while (LLVMIsAConstantExpr(table) != null && LLVMGetConstOpcode(table) == LLVMGetElementPtr) {
            table = LLVMGetOperand(table, 0);
        }
        return LLVMIsAGlobalVariable(table) != null
                && LLVMGetValueName(table).getString().startsWith(TABLE);
    }
}
