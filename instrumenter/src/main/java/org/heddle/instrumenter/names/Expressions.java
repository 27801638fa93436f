package org.heddle.instrumenter.names;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.LLVM.LLVMDIBuilderRef;
import org.bytedeco.llvm.LLVM.LLVMMetadataRef;
import org.bytedeco.llvm.LLVM.LLVMModuleRef;
import org.bytedeco.llvm.LLVM.LLVMTargetDataRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * Names memory and calls as the source would: {@code counter}, {@code acct->balance}, {@code table[].next},
 * {@code pthread_mutex_lock(&a->lock)}. Wants the module's debug information in the form of intrinsic calls.
 */
public final class Expressions {
    private static final int DEEPEST = 6;
    private static final String MANGLED = "_Z";
    private static final int SUBPROGRAM_TYPE = 4;

    private final LLVMContextRef context;
    private final LLVMTargetDataRef layout;
    private final LLVMMetadataRef emptyExpression;
    private final DebugVariables variables;
    private final Map<Touch, DebugType.Part> parts = new HashMap<>();
    private final Map<Long, Optional<ScalarType>> scalars = new HashMap<>();

    /** Names things in this module. */
    public Expressions(LLVMContextRef context, LLVMModuleRef module) {
        this.context = context;
        this.layout = LLVMGetModuleDataLayout(module);
        LLVMDIBuilderRef builder = LLVMCreateDIBuilderDisallowUnresolved(module);
        this.emptyExpression = LLVMDIBuilderCreateExpression(builder, new long[0], 0);
        LLVMDisposeDIBuilder(builder);
        this.variables = new DebugVariables(context, emptyExpression);
    }

    /** From here on names are those of the next function, whose debug intrinsics are then handed to {@link #note}. */
    public void enterFunction() {
        variables.leaveFunction();
    }

    /** Learns from a call of a debug intrinsic; others are ignored. */
    public void note(LLVMValueRef call, String callee) {
        variables.note(call, callee);
    }

    /** What the memory of this size at this address is called, and its type. */
    public Named named(LLVMValueRef address, long size) {
        return place(address, size, DEEPEST);
    }

    /** How a value of so many bytes in what is called so is to be shown: {@link ScalarType#text}; empty where that is not known. */
    public String shown(Named named, long size) {
        return named.type()
                .map(type -> scalars.computeIfAbsent(type.node().metadata().address(), key -> ScalarType.of(type)))
                .flatMap(scalar -> scalar.filter(known -> known.size() == size))
                .map(ScalarType::text)
                .orElse("");
    }

    /** The memory of this size at this address; empty where nothing better is known. */
    public String memory(LLVMValueRef address, long size) {
        return named(address, size).text();
    }

    /** The type of the memory of this size at this address; empty where it is not known, and for bit-fields. */
    public Optional<DebugType> type(LLVMValueRef address, long size) {
        return named(address, size).type();
    }

    /** The type that a call of this function gives; empty where it is not known. */
    public Optional<DebugType> returned(LLVMValueRef callee) {
        return DebugNode.of(context, LLVMGetSubprogram(callee))
                .flatMap(node -> DebugType.of(node.operand(SUBPROGRAM_TYPE)))
                .flatMap(DebugType::returned);
    }

    /** The module's variables whose parts have names. */
    public List<GlobalVariables.Global> globals(LLVMModuleRef module) {
        return GlobalVariables.of(module, variables);
    }

    /** A call: the callee's name with the first argument. */
    public String call(LLVMValueRef call, String callee) {
        if (LLVMGetNumArgOperands(call) == 0) {
            return callee + "()";
        }
        LLVMValueRef first = LLVMGetOperand(call, 0);
        return callee + "(" + value(first, DEEPEST).text() + ")";
    }

    /**
     * What an lvalue or a value is called.
     *
     * @param text empty where nothing is known
     * @param type of the lvalue, or that of what the value points to
     */
    public record Named(String text, Optional<DebugType> type) {
        static final Named NOTHING = new Named("", Optional.empty());
    }

    /** Which bytes of which type are touched. */
    private record Touch(long type, long offset, long size, int steps) {}

    /** The part that is touched; many accesses touch the same. */
    private DebugType.Part part(DebugType type, long offset, long size, int steps) {
        Touch touch = new Touch(type.node().metadata().address(), offset, size, steps);
        return parts.computeIfAbsent(touch, key -> type.part(offset, size, steps));
    }

    private Named place(LLVMValueRef address, long size, int depth) {
        if (depth == 0) {
            return Named.NOTHING;
        }
        PointerPath path = PointerPath.of(address, layout);
        Optional<DebugVariables.Variable> object = variables.at(path.base());
        if (object.isPresent()) {
            return inObject(object.get(), path, size);
        }
        return throughPointer(value(path.base(), depth - 1), path, size);
    }

    private Named inObject(DebugVariables.Variable object, PointerPath path, long size) {
        if (object.type().isEmpty()) {
            return new Named(object.name() + (path.isIndexed() ? "[]" : ""), Optional.empty());
        }
        DebugType type = object.type().get();
        DebugType.Part part = part(type, path.offset(), size, path.steps());
        return new Named(object.name() + part.path(), part.type());
    }

    private Named throughPointer(Named pointer, PointerPath path, long size) {
        String name = pointer.text();
        if (name.isEmpty()) {
            return Named.NOTHING;
        }
        if (pointer.type().isEmpty()) {
            return new Named(path.isIndexed() || path.offset() != 0 ? name + "[]" : "*" + name, Optional.empty());
        }
        DebugType pointee = pointer.type().get();
        long whole = pointee.size();
        boolean outside = whole > 0 && (path.offset() < 0 || path.offset() >= whole);
        long offset = outside ? Math.floorMod(path.offset(), whole) : path.offset();
        DebugType.Part part = part(pointee, offset, size, path.steps());
        if (outside || (path.isIndexed() && !pointee.isArray())) {
            return new Named(name + "[]" + part.path(), part.type());
        }
        if (part.path().startsWith(".")) {
            return new Named(name + "->" + part.path().substring(1), part.type());
        }
        return new Named(part.path().isEmpty() ? "*" + name : "(*" + name + ")" + part.path(), part.type());
    }

    /** A value; its type is that of what it points to. */
    private Named value(LLVMValueRef value, int depth) {
        Optional<DebugVariables.Variable> holder = variables.holding(value);
        if (holder.isPresent()) {
            return new Named(holder.get().name(), holder.get().type().flatMap(DebugType::pointee));
        }
        if (depth == 0) {
            return Named.NOTHING;
        }
        if (LLVMIsALoadInst(value) != null) {
            long size = LLVMStoreSizeOfType(layout, LLVMTypeOf(value));
            Named loaded = place(LLVMGetOperand(value, 0), size, depth - 1);
            return new Named(loaded.text(), loaded.type().flatMap(DebugType::pointee));
        }
        if (LLVMIsACallInst(value) != null) {
            return called(LLVMGetCalledValue(value));
        }
        if (LLVMIsACastInst(value) != null) {
            return value(LLVMGetOperand(value, 0), depth - 1);
        }
        if (LLVMIsAConstantInt(value) != null && LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64) {
            return new Named(Long.toString(LLVMConstIntGetSExtValue(value)), Optional.empty());
        }
        return pointerTo(value, depth);
    }

    private Named pointerTo(LLVMValueRef value, int depth) {
        if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMPointerTypeKind) {
            return Named.NOTHING;
        }
        if (LLVMIsAConstantPointerNull(value) != null) {
            return new Named("NULL", Optional.empty());
        }
        if (LLVMIsAFunction(value) != null) {
            return new Named(LlvmText.nameOf(value), Optional.empty());
        }
        boolean isObject = LLVMIsAGlobalVariable(value) != null || LLVMIsAAllocaInst(value) != null;
        boolean known = isObject || !PointerPath.of(value, layout).base().equals(value);
        Named place = known ? place(value, 0, depth - 1) : Named.NOTHING;
        return place.text().isEmpty() ? Named.NOTHING : new Named("&" + place.text(), place.type());
    }

    private Named called(LLVMValueRef callee) {
        String name = LLVMIsAFunction(callee) == null ? "" : LlvmText.nameOf(callee);
        if (name.isEmpty() || name.startsWith("llvm.")) {
            return Named.NOTHING;
        }
        Optional<DebugType> returned = returned(callee).flatMap(DebugType::pointee);
        String inSource = DebugNode.sourceName(context, callee);
        if (inSource.isEmpty() && name.startsWith(MANGLED)) {
            return Named.NOTHING;
        }
        return new Named((inSource.isEmpty() ? name : inSource) + "()", returned);
    }
}
