package org.heddle.instrumenter.pass.sites;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.HashMap;
import java.util.Map;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.llvm.LLVM.LLVMBuilderRef;
import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/** Lets hooks keep the registers in which the inline assembly of a function carries values past them: each has a variable there. */
final class KeptRegisters implements AutoCloseable {
    private static final String ELEMENT_TYPE = "elementtype";
    private static final int ELEMENT_TYPE_KIND = LLVMGetEnumAttributeKindForName(ELEMENT_TYPE, ELEMENT_TYPE.length());

    private final LLVMContextRef context;
    private final LLVMBuilderRef entry;
    private final CarriedRegisters carried = new CarriedRegisters();
    private final Map<String, LLVMValueRef> variables = new HashMap<>();
    private Map<Long, Map<String, Integer>> byInstruction = Map.of();

    KeptRegisters(LLVMContextRef context) {
        this.context = context;
        entry = LLVMCreateBuilderInContext(context);
    }

    /** The function whose instructions come next; it has no hooks yet. */
    void enterFunction(LLVMValueRef function) {
        variables.clear();
        byInstruction = carried.of(function);
    }

    /** The registers to keep before an instruction, and their sizes. */
    Map<String, Integer> at(LLVMValueRef instruction) {
        return instruction == null ? Map.of() : byInstruction.getOrDefault(instruction.address(), Map.of());
    }

    /** Puts the registers aside, or gives them back, at the builder's place. */
    void move(LLVMBuilderRef builder, Map<String, Integer> registers, boolean aside) {
        registers.forEach((register, size) -> {
            String name = name(register, size);
            String code = aside ? "%s %%%s, $0" : "%s $0, %%%s";
            String clobbers = name.startsWith("k") ? "" : ",~{" + name.replaceFirst("^[yz]mm", "xmm") + "}";
            call(
                    builder,
                    code.formatted(instruction(name), name),
                    aside ? "=*m" : "*m" + clobbers,
                    variable(register, size, builder));
        });
    }

    private static String name(String register, int size) {
        String rest = register.substring(1);
        return switch (register.charAt(0)) {
            case 'v' -> (size == 16 ? "xmm" : size == 32 ? "ymm" : "zmm") + rest;
            case 'm' -> "mm" + rest;
            default -> register;
        };
    }

    private static String instruction(String name) {
        return switch (name.charAt(0)) {
            case 'k' -> "kmovq";
            case 'x' -> "movups";
            case 'y', 'z' -> "vmovups";
            default -> "movq";
        };
    }

    private LLVMValueRef variable(String register, int size, LLVMBuilderRef builder) {
        return variables.computeIfAbsent(register, key -> {
            LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInsertBlock(builder));
            LLVMPositionBuilderBefore(entry, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
            return LLVMBuildAlloca(entry, type(size), "");
        });
    }

    private LLVMTypeRef type(int size) {
        return LLVMArrayType2(LLVMInt8TypeInContext(context), size);
    }

    private void call(LLVMBuilderRef builder, String code, String constraints, LLVMValueRef variable) {
        LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0);
        try (PointerPointer<LLVMTypeRef> parameters = new PointerPointer<>(new LLVMTypeRef[] {pointer});
                PointerPointer<LLVMValueRef> arguments = new PointerPointer<>(new LLVMValueRef[] {variable});
                BytePointer template = new BytePointer(code);
                BytePointer operands = new BytePointer(constraints)) {
            LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), parameters, 1, 0);
            LLVMValueRef inline = LLVMGetInlineAsm(
                    type, template, code.length(), operands, constraints.length(), 1, 0, LLVMInlineAsmDialectATT, 0);
            LLVMValueRef call = LLVMBuildCall2(builder, type, inline, arguments, 1, "");
            LLVMTypeRef element = LLVMGetAllocatedType(variable);
            LLVMAddCallSiteAttribute(call, 1, LLVMCreateTypeAttribute(context, ELEMENT_TYPE_KIND, element));
        }
    }

    @Override
    public void close() {
        LLVMDisposeBuilder(entry);
    }
}
