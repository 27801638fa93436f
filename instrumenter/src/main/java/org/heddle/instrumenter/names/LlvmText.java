package org.heddle.instrumenter.names;

import static org.bytedeco.llvm.global.LLVM.*;

import java.nio.charset.StandardCharsets;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.SizeTPointer;
import org.bytedeco.llvm.LLVM.LLVMMetadataRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/** Reads LLVM's strings, which come as bytes and a length. */
public final class LlvmText {
    /** Starts symbols that the source gives literally. */
    private static final String VERBATIM = "\1";

    private LlvmText() {}

    /** The name a value has in the bitcode; a function's or a variable's is its symbol. */
    public static String nameOf(LLVMValueRef value) {
        try (SizeTPointer length = new SizeTPointer(1)) {
            String name = text(LLVMGetValueName2(value, length), length.get());
            return name.startsWith(VERBATIM) ? name.substring(VERBATIM.length()) : name;
        }
    }

    /** A file of the debug information, with its directory where the name is relative. */
    public static String pathOf(LLVMMetadataRef file) {
        try (IntPointer length = new IntPointer(1)) {
            String name = text(LLVMDIFileGetFilename(file, length), length.get());
            String directory = text(LLVMDIFileGetDirectory(file, length), length.get());
            return name.startsWith("/") || directory.isEmpty() ? name : directory + "/" + name;
        }
    }

    /** The content of a string among metadata; empty if it is something else. */
    public static String metadata(LLVMValueRef string) {
        if (string == null || LLVMIsAMDString(string) == null) {
            return "";
        }
        try (IntPointer length = new IntPointer(1)) {
            return text(LLVMGetMDString(string, length), length.get());
        }
    }

    /** The content of a string that a constant is initialised with; empty if it is something else. */
    public static String initializer(LLVMValueRef variable) {
        boolean isConstant = LLVMIsAGlobalVariable(variable) != null && LLVMIsGlobalConstant(variable) != 0;
        LLVMValueRef value = isConstant ? LLVMGetInitializer(variable) : null;
        // what is no such array must not be asked whether it is a string
        if (value == null || LLVMIsAConstantDataArray(value) == null || LLVMIsConstantString(value) == 0) {
            return "";
        }
        try (SizeTPointer length = new SizeTPointer(1)) {
            return text(LLVMGetAsString(value, length), length.get());
        }
    }

    /** The code of inline assembly. */
    public static String assembly(LLVMValueRef inline) {
        try (SizeTPointer length = new SizeTPointer(1)) {
            return text(LLVMGetInlineAsmAsmString(inline, length), length.get());
        }
    }

    /** The constraints of inline assembly, as LLVM writes them. */
    public static String constraints(LLVMValueRef inline) {
        try (SizeTPointer length = new SizeTPointer(1)) {
            return text(LLVMGetInlineAsmConstraintString(inline, length), length.get());
        }
    }

    private static String text(BytePointer start, long length) {
        if (start == null || length == 0) {
            return "";
        }
        byte[] bytes = new byte[(int) length];
        start.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
