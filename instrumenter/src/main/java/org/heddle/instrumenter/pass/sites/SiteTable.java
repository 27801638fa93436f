package org.heddle.instrumenter.pass.sites;

import static org.bytedeco.llvm.global.LLVM.*;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.LLVM.LLVMModuleRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.names.GlobalVariables.Global;

/**
 * The module's part of the section {@value #SECTION}: one constant record per distinct site. The hook calls refer to
 * their records, so that what is optimised away or collected as garbage takes its records along.
 */
public final class SiteTable {
    static final String SECTION = "heddle_sites";

    private static final int ALIGNMENT = 8;
    private static final int FIELDS = 8;

    private final LLVMContextRef context;
    private final LLVMModuleRef module;
    private final LLVMTypeRef word;
    private final LLVMTypeRef record;
    private final Map<Site, LLVMValueRef> records = new HashMap<>();
    private final Map<String, LLVMValueRef> strings = new HashMap<>();
    private final Map<Integer, LLVMValueRef> numbers = new HashMap<>();
    private final PointerPointer<LLVMValueRef> values = new PointerPointer<>(FIELDS);
    private final BytePointer unnamed = new BytePointer("");
    private final BytePointer variable = new BytePointer("heddle.variable"); // what is kept must have a name
    private final BytePointer section = new BytePointer(SECTION);

    /** The table of a module that lives in this context. */
    public SiteTable(LLVMContextRef context, LLVMModuleRef module) {
        this.context = context;
        this.module = module;
        this.word = LLVMInt32TypeInContext(context);
        LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0);
        try (PointerPointer<LLVMTypeRef> fields =
                new PointerPointer<>(pointer, pointer, pointer, word, word, word, word, pointer)) {
            this.record = LLVMStructTypeInContext(context, fields, FIELDS, 0);
        }
    }

    /** The address of the site's record. */
    public LLVMValueRef address(Site site) {
        return records.computeIfAbsent(site, this::emit);
    }

    /** A new record of a variable. */
    public LLVMValueRef variable(Global global) {
        LLVMValueRef[] fields = {
            global.address(),
            string(global.layout()),
            string(global.name()),
            number(0),
            number(0),
            number(SiteKind.VARIABLE.code()),
            number((int) global.size()),
            string("")
        };
        return emit(variable, fields);
    }

    private LLVMValueRef emit(Site site) {
        LLVMValueRef[] fields = {
            string(site.file()),
            string(site.function()),
            string(site.name()),
            number(site.line()),
            number(site.column()),
            number(site.kind().code()),
            number(site.size()),
            string(site.type())
        };
        return emit(unnamed, fields);
    }

    private LLVMValueRef emit(BytePointer symbol, LLVMValueRef... fields) {
        LLVMValueRef global = LLVMAddGlobal(module, record, symbol);
        for (int i = 0; i < fields.length; i++) {
            values.put(i, fields[i]);
        }
        LLVMSetInitializer(global, LLVMConstStructInContext(context, values, fields.length, 0));
        LLVMSetLinkage(global, LLVMPrivateLinkage);
        LLVMSetGlobalConstant(global, 1);
        LLVMSetSection(global, section);
        LLVMSetAlignment(global, ALIGNMENT);
        return global;
    }

    private LLVMValueRef number(int value) {
        return numbers.computeIfAbsent(value, number -> LLVMConstInt(word, number, 0));
    }

    private LLVMValueRef string(String text) {
        return strings.computeIfAbsent(text, this::emitString);
    }

    private LLVMValueRef emitString(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try (BytePointer pointer = new BytePointer(bytes.length + 1L)) {
            pointer.put(bytes).put(bytes.length, (byte) 0);
            LLVMValueRef constant = LLVMConstStringInContext2(context, pointer, bytes.length, 0);
            LLVMValueRef global = LLVMAddGlobal(module, LLVMTypeOf(constant), unnamed);
            LLVMSetInitializer(global, constant);
            LLVMSetLinkage(global, LLVMPrivateLinkage);
            LLVMSetGlobalConstant(global, 1);
            LLVMSetUnnamedAddress(global, LLVMGlobalUnnamedAddr);
            LLVMSetAlignment(global, 1);
            return global;
        }
    }
}
