package org.heddle.instrumenter.pass;

import static org.bytedeco.llvm.global.LLVM.*;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMBuilderRef;
import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.LLVM.LLVMMetadataRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.pass.ir.BitcodeModule;
import org.heddle.instrumenter.pass.ir.CalleeNames;
import org.heddle.instrumenter.pass.sites.Positions;

/**
 * Lets each function note which of its lines run, for reports that name those that no execution came to. A function consists of pieces:
 * basic blocks, cut behind each call, which may not return. A piece stores a byte where its function's record says; the record, a
 * {@code struct heddle_lines} in the section {@value #SECTION}, has the lines of each piece. What the optimiser or the linker drops takes
 * its record along.
 */
final class RanLines implements AutoCloseable {
    static final String SECTION = "heddle_lines";

    private static final int FIELDS = 5;
    private static final String NAKED = "naked";
    private static final String INTRINSIC = "llvm.";
    private static final String DEBUG = "llvm.dbg.";
    private static final String RUNTIME = "__heddle_attached";
    private static final String ASSOCIATED = "associated";

    private final LLVMContextRef context;
    private final BitcodeModule module;
    private final Positions positions;
    private final LineNotes notes;
    private final LLVMBuilderRef builder;
    private final LLVMTypeRef pointer;
    private final LLVMTypeRef octet;
    private final LLVMTypeRef record;
    private final CalleeNames callees = new CalleeNames();

    /** Lines by their files. */
    private static final class Lines extends TreeMap<String, NavigableSet<Integer>> {
        private static final long serialVersionUID = 1;

        void add(String file, int line) {
            computeIfAbsent(file, key -> new TreeSet<>()).add(line);
        }

        void addAll(Lines others) {
            others.forEach((file, lines) -> lines.forEach(line -> add(file, line)));
        }

        void removeAll(Lines others) {
            others.forEach((file, lines) -> getOrDefault(file, new TreeSet<>()).removeAll(lines));
            values().removeIf(NavigableSet::isEmpty);
        }
    }

    /**
     * Instructions that run one after the other.
     *
     * @param block that they are in
     * @param call behind which they begin; null where they begin the block
     * @param lines that they belong to
     */
    record Piece(LLVMBasicBlockRef block, LLVMValueRef call, Lines lines) {}

    RanLines(BitcodeModule module, Positions positions, LineNotes notes) {
        this.notes = notes;
        this.module = module;
        this.positions = positions;
        context = module.context();
        builder = LLVMCreateBuilderInContext(context);
        pointer = LLVMPointerTypeInContext(context, 0);
        octet = LLVMInt8TypeInContext(context);
        LLVMTypeRef word = LLVMInt32TypeInContext(context);
        try (PointerPointer<LLVMTypeRef> fields = new PointerPointer<>(pointer, pointer, pointer, word, word)) {
            record = LLVMStructTypeInContext(context, fields, FIELDS, 0);
        }
    }

    /**
     * The pieces of a function as the source has it: before locals become registers, whose assignments are no code then, and before it
     * has hooks. None where nobody wants to know.
     */
    List<Piece> pieces(LLVMValueRef function) {
        List<Piece> pieces = new ArrayList<>();
        int naked = LLVMGetEnumAttributeKindForName(NAKED, NAKED.length());
        boolean isNaked = LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, naked) != null;
        if (notes == LineNotes.NONE || isNaked || LLVMGetLinkage(function) == LLVMAvailableExternallyLinkage) {
            return pieces;
        }
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b != null; b = LLVMGetNextBasicBlock(b)) {
            cut(b, pieces);
        }
        return pieces;
    }

    private void cut(LLVMBasicBlockRef block, List<Piece> pieces) {
        Lines known = new Lines();
        LLVMValueRef call = null;
        Lines lines = new Lines();
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i != null; i = LLVMGetNextInstruction(i)) {
            if (hasToComeFirst(i) || calls(i, INTRINSIC)) {
                continue;
            }
            add(i, lines);
            if (LLVMGetNextInstruction(i) == null || mayNotReturn(i)) {
                lines.removeAll(known); // who comes here has run these
                known.addAll(lines);
                if (!lines.isEmpty()) {
                    pieces.add(new Piece(block, call, lines));
                }
                call = i;
                lines = new Lines();
            }
        }
    }

    private static boolean hasToComeFirst(LLVMValueRef instruction) {
        return switch (LLVMGetInstructionOpcode(instruction)) {
            case LLVMPHI, LLVMLandingPad, LLVMCatchPad, LLVMCleanupPad, LLVMCatchSwitch -> true;
            default -> false;
        };
    }

    private boolean calls(LLVMValueRef instruction, String prefix) {
        return LLVMGetInstructionOpcode(instruction) == LLVMCall
                && callees.of(instruction).startsWith(prefix);
    }

    /** Nothing comes between a call in place of the caller and the caller's end. */
    private static boolean mayNotReturn(LLVMValueRef instruction) {
        return LLVMGetInstructionOpcode(instruction) == LLVMCall
                && LLVMGetTailCallKind(instruction) != LLVMTailCallKindMustTail
                && LLVMIsAInlineAsm(LLVMGetCalledValue(instruction)) == null;
    }

    private void add(LLVMValueRef instruction, Lines lines) {
        LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);
        int line = location == null ? 0 : LLVMDILocationGetLine(location);
        String file = line == 0 ? "" : positions.file(LLVMDILocationGetScope(location));
        if (!file.isEmpty()) {
            lines.add(file, line);
        }
    }

    /** Lets the pieces, which are all of the function, note that they run. */
    void note(LLVMValueRef function, List<Piece> pieces) {
        if (pieces.isEmpty()) {
            return;
        }
        LLVMValueRef noted = emitRecord(function, pieces);
        for (int n = 0; n < pieces.size(); n++) {
            LLVMValueRef first = first(pieces.get(n));
            LLVMPositionBuilderBefore(builder, first);
            LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(first));
            LLVMValueRef ran = LLVMBuildLoad2(builder, pointer, noted, "");
            LLVMSetVolatile(ran, 1); // the runtime changes it, which no code does that the optimiser sees
            LLVMValueRef index = LLVMConstInt(LLVMInt64TypeInContext(context), n, 0);
            try (PointerPointer<LLVMValueRef> indices = new PointerPointer<>(new LLVMValueRef[] {index})) {
                LLVMValueRef address = LLVMBuildGEP2(builder, octet, ran, indices, 1, "");
                LLVMValueRef store = LLVMBuildStore(builder, LLVMConstInt(octet, 1, 0), address);
                LLVMSetVolatile(store, 1); // not put off until a loop is over, which may never be
            }
        }
    }

    private LLVMValueRef first(Piece piece) {
        LLVMValueRef first =
                piece.call() == null ? LLVMGetFirstInstruction(piece.block()) : LLVMGetNextInstruction(piece.call());
        while (hasToComeFirst(first) || calls(first, DEBUG)) {
            first = LLVMGetNextInstruction(first);
        }
        return first;
    }

    private LLVMValueRef emitRecord(LLVMValueRef function, List<Piece> pieces) {
        LLVMTypeRef octets = LLVMArrayType2(octet, pieces.size());
        LLVMValueRef unread = emit(octets, LLVMConstNull(octets)); // where nobody wants to know
        LLVMTypeRef word = LLVMInt32TypeInContext(context);
        LLVMValueRef count = LLVMConstInt(word, pieces.size(), 0);
        try (PointerPointer<LLVMValueRef> fields =
                new PointerPointer<>(unread, emitText(text(pieces)), runtime(), count, LLVMConstNull(word))) {
            LLVMValueRef global = emit(record, LLVMConstStructInContext(context, fields, FIELDS, 0));
            LLVMSetSection(global, new BytePointer(SECTION));
            LLVMSetAlignment(global, Long.BYTES);
            if (notes == LineNotes.BY_SECTION && LLVMGetLinkage(function) == LLVMExternalLinkage) {
                goesWith(function, global);
            }
            return global;
        }
    }

    /** What the linker takes the runtime along for, where no hook asks for that. */
    private LLVMValueRef runtime() {
        LLVMValueRef existing = LLVMGetNamedGlobal(module.module(), RUNTIME);
        if (existing != null) {
            return existing;
        }
        LLVMValueRef attached = LLVMAddGlobal(module.module(), pointer, new BytePointer(RUNTIME));
        LLVMSetVisibility(attached, LLVMHiddenVisibility);
        return attached;
    }

    /** The linker drops it if it drops the function, which the optimiser does not: LLVM has no code for that. */
    private void goesWith(LLVMValueRef function, LLVMValueRef global) {
        LLVMMetadataRef what = LLVMValueAsMetadata(function);
        try (PointerPointer<LLVMMetadataRef> operands = new PointerPointer<>(new LLVMMetadataRef[] {what})) {
            int kind = LLVMGetMDKindIDInContext(context, ASSOCIATED, ASSOCIATED.length());
            LLVMGlobalSetMetadata(global, kind, LLVMMDNodeInContext2(context, operands, 1));
        }
    }

    private LLVMValueRef emitText(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try (BytePointer content = new BytePointer(bytes.length + 1L)) {
            content.put(bytes).put(bytes.length, (byte) 0);
            LLVMValueRef constant = LLVMConstStringInContext2(context, content, bytes.length, 0);
            LLVMValueRef global = emit(LLVMTypeOf(constant), constant);
            LLVMSetGlobalConstant(global, 1);
            LLVMSetUnnamedAddress(global, LLVMGlobalUnnamedAddr);
            return global;
        }
    }

    private LLVMValueRef emit(LLVMTypeRef type, LLVMValueRef value) {
        LLVMValueRef global = LLVMAddGlobal(module.module(), type, new BytePointer(""));
        LLVMSetInitializer(global, value);
        LLVMSetLinkage(global, LLVMPrivateLinkage);
        return global;
    }

    /** As {@code heddle_abi.h} has it: a line for each file, with the lines of each piece. */
    static String text(List<Piece> pieces) {
        NavigableMap<String, StringBuilder> byFile = new TreeMap<>();
        for (int n = 0; n < pieces.size(); n++) {
            for (Map.Entry<String, NavigableSet<Integer>> entry :
                    pieces.get(n).lines().entrySet()) {
                StringBuilder text = byFile.computeIfAbsent(entry.getKey(), file -> new StringBuilder(file));
                text.append(text.length() == entry.getKey().length() ? '\t' : ';')
                        .append(n);
                entry.getValue().forEach(line -> text.append(',').append(line));
            }
        }
        return String.join("\n", byFile.values());
    }

    @Override
    public void close() {
        LLVMDisposeBuilder(builder);
    }
}
