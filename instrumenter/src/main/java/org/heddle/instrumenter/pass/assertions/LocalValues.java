package org.heddle.instrumenter.pass.assertions;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.LLVM.LLVMMetadataRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.names.DebugNode;
import org.heddle.instrumenter.names.DebugType;
import org.heddle.instrumenter.pass.ir.BlockGraph;

/**
 * What the local variables of a function hold at the ends of its blocks, where they live in no memory. A variable that may hold one of
 * several values there is left out: nothing is said rather than something wrong.
 */
final class LocalValues {
    private static final int SCOPE = 0;
    private static final int NAME = 1;
    private static final int TYPE = 3;
    private static final int SCOPE_OF_BLOCK = 1;
    private static final Pattern FRAGMENT =
            Pattern.compile("DIExpression\\((?:DW_OP_LLVM_fragment, (\\d+), (\\d+))?\\)");

    private final LLVMContextRef context;
    private final BlockGraph graph;
    private final Map<Integer, List<Note>> notes = new HashMap<>();
    private final Map<Long, DebugNode> variables = new LinkedHashMap<>();
    private final Map<Long, Set<Part>> parts = new HashMap<>();

    /** Some bits of a variable; all of it where there are none. */
    private record Part(long offset, long bits) {
        static final Part WHOLE = new Part(0, 0);

        boolean touches(Part other) {
            return bits == 0 || other.bits == 0 || (offset < other.offset + other.bits && other.offset < offset + bits);
        }
    }

    /** From here on a part of a variable holds this; null where nobody knows, or where it lives in memory. */
    private record Note(long variable, Part part, LLVMValueRef value) {}

    /**
     * What a variable holds, or a member of one.
     *
     * @param name as the source has it
     * @param type of it
     * @param value what it holds
     */
    record Held(String name, DebugType type, LLVMValueRef value) {}

    /** Reads what the function's debug intrinsics say. */
    LocalValues(LLVMContextRef context, BlockGraph graph) {
        this.context = context;
        this.graph = graph;
        for (int block = 0; block < graph.size(); block++) {
            LLVMBasicBlockRef of = graph.block(block);
            for (LLVMValueRef i = LLVMGetFirstInstruction(of); i != null; i = LLVMGetNextInstruction(i)) {
                if (LLVMIsADbgVariableIntrinsic(i) != null) {
                    note(block, i);
                }
            }
        }
    }

    private void note(int block, LLVMValueRef intrinsic) {
        LLVMMetadataRef variable = LLVMValueAsMetadata(LLVMGetOperand(intrinsic, 1));
        Matcher fragment = FRAGMENT.matcher(printed(LLVMGetOperand(intrinsic, 2)));
        boolean isPlain = fragment.find();
        Part part = isPlain && fragment.group(1) != null
                ? new Part(Long.parseLong(fragment.group(1)), Long.parseLong(fragment.group(2)))
                : Part.WHOLE;
        boolean isValue = isPlain && LLVMIsADbgDeclareInst(intrinsic) == null;
        variables.putIfAbsent(variable.address(), new DebugNode(context, variable));
        parts.computeIfAbsent(variable.address(), key -> new HashSet<>()).add(part);
        notes.computeIfAbsent(block, key -> new ArrayList<>())
                .add(new Note(variable.address(), part, isValue ? value(intrinsic) : null));
    }

    private static LLVMValueRef value(LLVMValueRef intrinsic) {
        LLVMValueRef located = LLVMGetOperand(intrinsic, 0);
        int kind = LLVMGetMetadataKind(LLVMValueAsMetadata(located));
        if (kind != LLVMLocalAsMetadataMetadataKind && kind != LLVMConstantAsMetadataMetadataKind) {
            return null;
        }
        try (PointerPointer<LLVMValueRef> holder = new PointerPointer<>(1)) {
            LLVMGetMDNodeOperands(located, holder);
            LLVMValueRef value = holder.get(LLVMValueRef.class, 0);
            return value == null || LLVMIsUndef(value) != 0 ? null : value;
        }
    }

    private static String printed(LLVMValueRef value) {
        try (BytePointer text = LLVMPrintValueToString(value)) {
            String printed = text.getString();
            LLVMDisposeMessage(text);
            return printed;
        }
    }

    /** What the variables hold at the end of a block that can be seen at the place of this instruction, those of inner scopes first. */
    List<Held> at(int block, LLVMValueRef place) {
        List<Held> held = new ArrayList<>();
        for (DebugNode variable : visible(place)) {
            long key = variable.metadata().address();
            Optional<DebugType> type = DebugType.of(variable.operand(TYPE));
            for (Part part : type.isPresent() ? parts.get(key) : Set.<Part>of()) {
                DebugType.Part of = part.equals(Part.WHOLE)
                        ? new DebugType.Part("", type)
                        : type.get().part(part.offset() / 8, part.bits() / 8, 0);
                LLVMValueRef value = of.type().isEmpty() ? null : reaching(block, key, part);
                if (value != null) {
                    held.add(new Held(
                            variable.string(NAME) + of.path(), of.type().get(), value));
                }
            }
        }
        return held;
    }

    /** Of variables with one name only the innermost is visible. */
    private Collection<DebugNode> visible(LLVMValueRef place) {
        Map<String, DebugNode> named = new LinkedHashMap<>();
        for (long scope : scopes(place)) {
            for (DebugNode variable : variables.values()) {
                boolean isThere = variable.operand(SCOPE)
                        .filter(of -> of.metadata().address() == scope)
                        .isPresent();
                if (isThere) {
                    named.putIfAbsent(variable.string(NAME), variable);
                }
            }
        }
        return named.values();
    }

    private List<Long> scopes(LLVMValueRef place) {
        List<Long> scopes = new ArrayList<>();
        LLVMMetadataRef location = LLVMInstructionGetDebugLoc(place);
        Optional<DebugNode> scope =
                location == null ? Optional.empty() : DebugNode.of(context, LLVMDILocationGetScope(location));
        while (scope.isPresent()) {
            scopes.add(scope.get().metadata().address());
            int kind = scope.get().kind();
            boolean isBlock = kind == LLVMDILexicalBlockMetadataKind || kind == LLVMDILexicalBlockFileMetadataKind;
            scope = isBlock ? scope.get().operand(SCOPE_OF_BLOCK) : Optional.empty();
        }
        return scopes;
    }

    /** The only value that the part can hold at the end of the block; null if there is none such. */
    private LLVMValueRef reaching(int end, long variable, Part part) {
        LLVMValueRef found = null;
        Set<Integer> seen = new HashSet<>(Set.of(end));
        Deque<Integer> pending = new ArrayDeque<>(List.of(end));
        while (!pending.isEmpty()) {
            int block = pending.remove();
            Optional<Note> last = last(block, variable, part);
            if (last.isPresent()) {
                LLVMValueRef value = last.get().part().equals(part) ? last.get().value() : null;
                if (value == null || (found != null && !found.equals(value))) {
                    return null;
                }
                found = value;
                continue;
            }
            if (block == 0) {
                return null;
            }
            graph.predecessors(block).stream().filter(seen::add).forEach(pending::add);
        }
        return found;
    }

    private Optional<Note> last(int block, long variable, Part part) {
        List<Note> of = notes.getOrDefault(block, List.of());
        for (int i = of.size() - 1; i >= 0; i--) {
            if (of.get(i).variable() == variable && of.get(i).part().touches(part)) {
                return Optional.of(of.get(i));
            }
        }
        return Optional.empty();
    }
}
