package org.heddle.instrumenter.names;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.javacpp.SizeTPointer;
import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.LLVM.LLVMMetadataRef;
import org.bytedeco.llvm.LLVM.LLVMValueMetadataEntry;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/** Which source variables the values of a function stand for. What the debug information says of a variable is read once. */
final class DebugVariables {
    private static final int NAME = 1;
    private static final int TYPE = 3;

    private final LLVMContextRef context;
    private final LLVMMetadataRef emptyExpression;
    private final Map<Long, Variable> places = new HashMap<>();
    private final Map<Long, Variable> values = new HashMap<>();
    private final Map<Long, Variable> described = new HashMap<>();
    private final Map<Long, Variable> globals = new HashMap<>();

    /**
     * A source variable.
     *
     * @param name its name
     * @param type its type, where known
     */
    record Variable(String name, Optional<DebugType> type) {
        /** Of two that stand for one value the first, unless only the other says what it points to. */
        Variable better(Variable other) {
            return !pointsToKnown() && other.pointsToKnown() ? other : this;
        }

        private boolean pointsToKnown() {
            return type.flatMap(DebugType::pointee).isPresent();
        }
    }

    DebugVariables(LLVMContextRef context, LLVMMetadataRef emptyExpression) {
        this.context = context;
        this.emptyExpression = emptyExpression;
    }

    /** Forgets what stands for the variables of a function. */
    void leaveFunction() {
        places.clear();
        values.clear();
    }

    /** Notes what a call of {@code llvm.dbg.declare} or {@code llvm.dbg.value} says. */
    void note(LLVMValueRef call, String callee) {
        boolean declares = callee.equals("llvm.dbg.declare");
        if (!declares && !callee.equals("llvm.dbg.value")) {
            return;
        }
        LLVMMetadataRef located = LLVMValueAsMetadata(LLVMGetOperand(call, 0));
        int kind = LLVMGetMetadataKind(located);
        boolean plain = LLVMValueAsMetadata(LLVMGetOperand(call, 2)).equals(emptyExpression);
        if (!plain || kind != LLVMLocalAsMetadataMetadataKind) {
            return;
        }
        try (PointerPointer<LLVMValueRef> holder = new PointerPointer<>(1)) {
            LLVMGetMDNodeOperands(LLVMGetOperand(call, 0), holder);
            LLVMValueRef value = holder.get(LLVMValueRef.class, 0);
            Variable found = described(LLVMValueAsMetadata(LLVMGetOperand(call, 1)));
            (declares ? places : values).merge(value.address(), found, Variable::better);
        }
    }

    private Variable described(LLVMMetadataRef node) {
        return described.computeIfAbsent(node.address(), address -> {
            DebugNode variable = new DebugNode(context, node);
            return new Variable(variable.string(NAME), DebugType.of(variable.operand(TYPE)));
        });
    }

    /** The variable that lives at this address. */
    Optional<Variable> at(LLVMValueRef address) {
        if (LLVMIsAGlobalVariable(address) != null) {
            return Optional.of(globals.computeIfAbsent(address.address(), key -> global(address)));
        }
        return Optional.ofNullable(places.get(address.address()));
    }

    /** The variable whose value this is. */
    Optional<Variable> holding(LLVMValueRef value) {
        return Optional.ofNullable(values.get(value.address()));
    }

    private Variable global(LLVMValueRef global) {
        try (SizeTPointer count = new SizeTPointer(1)) {
            LLVMValueMetadataEntry entries = LLVMGlobalCopyAllMetadata(global, count);
            try {
                for (int i = 0; i < count.get(); i++) {
                    LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata(entries, i);
                    if (LLVMGetMetadataKind(node) == LLVMDIGlobalVariableExpressionMetadataKind) {
                        return described(LLVMDIGlobalVariableExpressionGetVariable(node));
                    }
                }
            } finally {
                LLVMDisposeValueMetadataEntries(entries);
            }
            return new Variable(LlvmText.nameOf(global), Optional.empty());
        }
    }
}
