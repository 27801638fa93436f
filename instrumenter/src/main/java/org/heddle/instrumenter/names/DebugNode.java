package org.heddle.instrumenter.names;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.LLVM.LLVMMetadataRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * A node of the debug information. LLVM's C interface names few of its fields; the others are read as operands, whose
 * places are those of LLVM's own {@code DebugInfoMetadata.h}.
 *
 * @param context where it lives
 * @param metadata the node
 */
public record DebugNode(LLVMContextRef context, LLVMMetadataRef metadata) {
    private static final int SUBPROGRAM_NAME = 2;

    /** Wraps metadata, if there is any. */
    public static Optional<DebugNode> of(LLVMContextRef context, LLVMMetadataRef metadata) {
        return metadata == null ? Optional.empty() : Optional.of(new DebugNode(context, metadata));
    }

    /** The name of a function in the source, which C++ mangles in the object file; empty without debug information. */
    public static String sourceName(LLVMContextRef context, LLVMValueRef function) {
        return of(context, LLVMGetSubprogram(function))
                .map(subprogram -> subprogram.string(SUBPROGRAM_NAME))
                .orElse("");
    }

    /** Which class of node it is: one of LLVM's metadata kinds. */
    public int kind() {
        return LLVMGetMetadataKind(metadata);
    }

    /** The node at this place among the operands. */
    public Optional<DebugNode> operand(int index) {
        LLVMValueRef value = operandValue(index);
        return value == null ? Optional.empty() : of(context, LLVMValueAsMetadata(value));
    }

    /** The string at this place among the operands; empty if there is none. */
    public String string(int index) {
        return LlvmText.metadata(operandValue(index));
    }

    /** The number at this place among the operands; 0 if there is none. */
    public long number(int index) {
        LLVMValueRef value = operandValue(index);
        return value == null || LLVMIsAConstantInt(value) == null ? 0 : LLVMConstIntGetSExtValue(value);
    }

    /** How many operands it has. */
    public int size() {
        return LLVMGetMDNodeNumOperands(LLVMMetadataAsValue(context, metadata));
    }

    /** The nodes among the operands, in their order. LLVM hands out all operands at a time, so one by one takes a square of time. */
    public List<DebugNode> nodes() {
        LLVMValueRef self = LLVMMetadataAsValue(context, metadata);
        int count = LLVMGetMDNodeNumOperands(self);
        List<DebugNode> nodes = new ArrayList<>(count);
        try (PointerPointer<LLVMValueRef> operands = new PointerPointer<>(count)) {
            LLVMGetMDNodeOperands(self, operands);
            for (int i = 0; i < count; i++) {
                LLVMValueRef value = operands.get(LLVMValueRef.class, i);
                if (value != null) {
                    nodes.add(new DebugNode(context, LLVMValueAsMetadata(value)));
                }
            }
        }
        return nodes;
    }

    private LLVMValueRef operandValue(int index) {
        LLVMValueRef self = LLVMMetadataAsValue(context, metadata);
        int count = LLVMGetMDNodeNumOperands(self);
        if (index >= count) {
            return null;
        }
        try (PointerPointer<LLVMValueRef> operands = new PointerPointer<>(count)) {
            LLVMGetMDNodeOperands(self, operands);
            return operands.get(LLVMValueRef.class, index);
        }
    }
}
