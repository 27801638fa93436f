package org.heddle.instrumenter.pass.sites;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.llvm.LLVM.LLVMBuilderRef;
import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.LLVM.LLVMTargetDataRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.pass.ir.BitcodeModule;

/** Builds calls of the hooks before instructions, and the values they are given. */
public final class HookCalls implements AutoCloseable {
    private static final int VALUE_BITS = 64;
    private static final int MOST_ARGUMENTS = 8;
    private static final int NO_BUILTIN_KIND = kind("nobuiltin");
    private static final int ALLOCATES_KIND = kind("allockind");

    private final LLVMContextRef context;
    private final BitcodeModule module;
    private final LLVMTargetDataRef layout;
    private final LLVMBuilderRef builder;
    private final LLVMTypeRef pointer;
    private final LLVMTypeRef longWord;
    private final LLVMTypeRef word;
    private final PointerPointer<LLVMValueRef> values = new PointerPointer<>(MOST_ARGUMENTS);
    private final KeptRegisters kept;
    private LLVMValueRef place;
    private final List<Taken> taken = new ArrayList<>();
    private final Map<Hook, LLVMTypeRef> types = new EnumMap<>(Hook.class);
    private final Map<Hook, LLVMValueRef> functions = new EnumMap<>(Hook.class);

    private record Taken(LLVMValueRef instruction, int operand, LLVMValueRef value) {}

    private static int kind(String attribute) {
        return LLVMGetEnumAttributeKindForName(attribute, attribute.length());
    }

    /** Calls in the functions of this module. */
    public HookCalls(BitcodeModule module) {
        this.module = module;
        this.context = module.context();
        this.layout = module.layout();
        this.builder = LLVMCreateBuilderInContext(context);
        this.kept = new KeptRegisters(context);
        this.pointer = LLVMPointerTypeInContext(context, 0);
        this.longWord = LLVMInt64TypeInContext(context);
        this.word = LLVMInt32TypeInContext(context);
    }

    /** The function in which calls are built next; it has none yet. */
    public void enterFunction(LLVMValueRef function) {
        kept.enterFunction(function);
    }

    /** What is built next goes directly before this instruction and has its source position. */
    public void before(LLVMValueRef instruction) {
        place = instruction;
        LLVMPositionBuilderBefore(builder, instruction);
        LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(instruction));
    }

    /**
     * The instruction takes this operand from now on. It is put there when the function has been instrumented: what looks at other
     * instructions meanwhile, such as for names, sees those of the program.
     */
    public void take(LLVMValueRef instruction, int operand, LLVMValueRef value) {
        taken.add(new Taken(instruction, operand, value));
    }

    /** All calls of the function have been built. */
    public void leaveFunction() {
        taken.forEach(one -> LLVMSetOperand(one.instruction, one.operand, one.value));
        taken.clear();
    }

    /** A call of the hook; what it gives, if it gives anything. */
    public LLVMValueRef call(Hook hook, LLVMValueRef... arguments) {
        LLVMValueRef function = functions.computeIfAbsent(hook, this::declare);
        for (int i = 0; i < arguments.length; i++) {
            values.put(i, arguments[i]);
        }
        Map<String, Integer> registers = kept.at(place);
        kept.move(builder, registers, true);
        LLVMValueRef given = LLVMBuildCall2(builder, types.get(hook), function, values, arguments.length, "");
        kept.move(builder, registers, false);
        return given;
    }

    private LLVMValueRef declare(Hook hook) {
        LLVMTypeRef[] parameters =
                hook.parameters().chars().mapToObj(this::type).toArray(LLVMTypeRef[]::new);
        try (PointerPointer<LLVMTypeRef> all = new PointerPointer<>(parameters)) {
            LLVMTypeRef result = hook.result() == 0 ? LLVMVoidTypeInContext(context) : type(hook.result());
            LLVMTypeRef type = LLVMFunctionType(result, all, parameters.length, 0);
            types.put(hook, type);
        }
        LLVMValueRef existing = LLVMGetNamedFunction(module.module(), hook.symbol());
        if (existing != null) {
            return existing;
        }
        if (hook == Hook.WITHIN) {
            return WithinFunction.define(context, module.module(), types.get(hook), declare(Hook.OUTSIDE));
        }
        LLVMValueRef function = LLVMAddFunction(module.module(), hook.symbol(), types.get(hook));
        LLVMSetVisibility(function, LLVMHiddenVisibility);
        int kind = kind("nounwind");
        LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(context, kind, 0));
        return function;
    }

    /** The type that a letter stands for; size_t and uint64_t are the same on the machines that are supported. */
    private LLVMTypeRef type(int letter) {
        return switch (letter) {
            case 'p' -> pointer;
            case 'o' -> word;
            default -> longWord;
        };
    }

    /** The optimiser, which comes later, makes no other calls of those of this function, and leaves none out. */
    public void keepCallsOf(LLVMValueRef function) {
        LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, ALLOCATES_KIND);
        LLVMAddAttributeAtIndex(
                function, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(context, NO_BUILTIN_KIND, 0));
    }

    /** A size. */
    public LLVMValueRef size(long bytes) {
        return LLVMConstInt(longWord, bytes, 0);
    }

    /** A size that the program computes, or the product of two. */
    public LLVMValueRef product(LLVMValueRef size, LLVMValueRef factor) {
        return factor == null ? bits(size) : LLVMBuildMul(builder, bits(size), bits(factor), "");
    }

    /** A pointer as it is; anything else as one with these bits. */
    public LLVMValueRef pointer(LLVMValueRef value) {
        boolean is = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
        return is ? value : LLVMBuildIntToPtr(builder, bits(value), pointer, "");
    }

    /** The size where something else than this value is at the address, else 0. */
    public LLVMValueRef sizeIfOther(LLVMValueRef address, LLVMValueRef value, long size) {
        LLVMValueRef present = LLVMBuildLoad2(builder, LLVMTypeOf(value), address, "");
        LLVMValueRef isOther = LLVMBuildICmp(builder, LLVMIntNE, present, value, "");
        return LLVMBuildSelect(builder, isOther, size(size), size(0), "");
    }

    /** The null pointer. */
    public LLVMValueRef nothing() {
        return LLVMConstNull(pointer);
    }

    /** The address so many bytes behind this one, which may be a number. */
    public LLVMValueRef behind(LLVMValueRef address, long offset) {
        LLVMValueRef start = pointer(address);
        try (PointerPointer<LLVMValueRef> index = new PointerPointer<>(new LLVMValueRef[] {size(offset)})) {
            return offset == 0 ? start : LLVMBuildGEP2(builder, LLVMInt8TypeInContext(context), start, index, 1, "");
        }
    }

    /** The address of the element of so many bytes that has this bit, counted from the start, which may be before it. */
    public LLVMValueRef withBit(LLVMValueRef start, LLVMValueRef bit, long bytes) {
        LLVMValueRef number = LLVMBuildIntCast2(builder, bit, longWord, 1, "");
        LLVMValueRef element = LLVMBuildAShr(builder, number, size(Long.numberOfTrailingZeros(8 * bytes)), "");
        LLVMValueRef offset = LLVMBuildMul(builder, element, size(bytes), "");
        try (PointerPointer<LLVMValueRef> index = new PointerPointer<>(new LLVMValueRef[] {offset})) {
            return LLVMBuildGEP2(builder, LLVMInt8TypeInContext(context), start, index, 1, "");
        }
    }

    /** One element of a vector. */
    public LLVMValueRef element(LLVMValueRef vector, int number) {
        return LLVMBuildExtractElement(builder, vector, LLVMConstInt(word, number, 0), "");
    }

    /** The size where an element of a mask says so, as a bit or by its sign; else 0. */
    public LLVMValueRef sizeIf(LLVMValueRef element, long size) {
        int width = (int) LLVMSizeOfTypeInBits(layout, LLVMTypeOf(element));
        LLVMTypeRef integer = LLVMIntTypeInContext(context, width);
        LLVMValueRef number = LLVMBuildBitCast(builder, element, integer, "");
        LLVMValueRef takesPart = LLVMBuildICmp(builder, LLVMIntSLT, number, LLVMConstNull(integer), "");
        return LLVMBuildSelect(builder, takesPart, size(size), size(0), "");
    }

    /** How many elements of a mask of bits are set. */
    public LLVMValueRef bitsSet(LLVMValueRef mask) {
        LLVMValueRef count = size(0);
        for (int i = 0; i < LLVMGetVectorSize(LLVMTypeOf(mask)); i++) {
            count = LLVMBuildAdd(builder, count, resized(element(mask, i), 1), "");
        }
        return count;
    }

    /** The address so many times a number of bytes behind this one; the number may be negative. */
    public LLVMValueRef indexed(LLVMValueRef address, LLVMValueRef number, long bytes) {
        LLVMValueRef offset =
                LLVMBuildMul(builder, LLVMBuildIntCast2(builder, number, longWord, 1, ""), size(bytes), "");
        try (PointerPointer<LLVMValueRef> index = new PointerPointer<>(new LLVMValueRef[] {offset})) {
            return LLVMBuildGEP2(builder, LLVMInt8TypeInContext(context), address, index, 1, "");
        }
    }

    /** A memory order, or another number of that width. */
    public LLVMValueRef order(int order) {
        return LLVMConstInt(word, order, 0);
    }

    /** A memory order that the program computes. */
    public LLVMValueRef order(LLVMValueRef computed) {
        return LLVMBuildIntCast2(builder, computed, word, 0, "");
    }

    /** Any scalar's bits as a 64-bit number: the low ones where it is wider, filled with zeros where it is narrower. */
    public LLVMValueRef bits(LLVMValueRef value) {
        LLVMTypeRef type = LLVMTypeOf(value);
        switch (LLVMGetTypeKind(type)) {
            case LLVMPointerTypeKind -> {
                return LLVMBuildPtrToInt(builder, value, longWord, "");
            }
            case LLVMIntegerTypeKind -> {
                return resized(value, LLVMGetIntTypeWidth(type));
            }
            case LLVMStructTypeKind, LLVMArrayTypeKind -> {
                return LLVMConstInt(longWord, 0, 0);
            }
            default -> {
                int width = (int) LLVMSizeOfTypeInBits(layout, type);
                LLVMTypeRef integer = LLVMIntTypeInContext(context, width);
                return resized(LLVMBuildBitCast(builder, value, integer, ""), width);
            }
        }
    }

    /** A floating-point number that may be wider as a double; anything else as it is. */
    public LLVMValueRef atMostDouble(LLVMValueRef value) {
        boolean isWider = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMX86_FP80TypeKind;
        return isWider ? LLVMBuildFPTrunc(builder, value, LLVMDoubleTypeInContext(context), "") : value;
    }

    /** The integer or pointer of this type that has these bits. */
    public LLVMValueRef ofBits(LLVMValueRef bits, LLVMTypeRef type) {
        return LLVMGetTypeKind(type) == LLVMPointerTypeKind
                ? LLVMBuildIntToPtr(builder, bits, type, "")
                : LLVMBuildTrunc(builder, bits, type, "");
    }

    private LLVMValueRef resized(LLVMValueRef integer, int width) {
        if (width == VALUE_BITS) {
            return integer;
        }
        return width < VALUE_BITS
                ? LLVMBuildZExt(builder, integer, longWord, "")
                : LLVMBuildTrunc(builder, integer, longWord, "");
    }

    /** What is in memory at the address, as far as it goes into 64 bits. */
    public LLVMValueRef bitsAt(LLVMValueRef address, long size) {
        int width = size >= 8 ? VALUE_BITS : size >= 4 ? 32 : size >= 2 ? 16 : 8;
        LLVMValueRef loaded = LLVMBuildLoad2(builder, LLVMIntTypeInContext(context, width), address, "");
        LLVMSetAlignment(loaded, 1);
        return resized(loaded, width);
    }

    @Override
    public void close() {
        LLVMDisposeBuilder(builder);
        kept.close();
        values.close();
    }
}
