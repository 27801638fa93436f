package org.heddle.instrumenter.pass.descriptors;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.llvm.LLVM.LLVMTargetDataRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.names.LlvmText;
import org.heddle.instrumenter.pass.ir.BitcodeModule;
import org.heddle.instrumenter.pass.ir.Calls;
import org.heddle.instrumenter.pass.sites.KeptRecords;

/**
 * Tells whether a module may look at the numbers of its descriptors: compares one with another, computes with it, or uses it as an index.
 * Which number a call gives depends on what other threads have opened and closed by then; who only hands it to calls cannot tell.
 *
 * <p>What flows into a descriptor argument of a call, or comes from a call that returns one, is one, and so is all that flows into the
 * same variable, member or parameter. So the answer is yes too often. It misses numbers that pass through other modules or memcpy.
 */
public final class DescriptorNumbers {
    /** The section that the runtime's part of the module looks for: a byte. */
    private static final String SECTION = "heddle_numbers";

    private static final Object DESCRIPTORS = "descriptors";
    private static final Object IN_POINTERS = "numbers in pointers";
    private static final Object OF_CALLBACKS = "arguments of callbacks";
    private static final int LAST_STANDARD = 2;

    private final Alike alike = new Alike();
    private final List<Object> looks = new ArrayList<>();
    private final Set<Long> defined = new HashSet<>();
    private final Places places;

    private DescriptorNumbers(LLVMTargetDataRef layout) {
        this.places = new Places(layout);
    }

    /** Marks the module if one of these functions may look at numbers. */
    public static void mark(BitcodeModule module, List<LLVMValueRef> functions) {
        if (hasDescriptors(module) && areLookedAt(functions, module.layout())) {
            LLVMTypeRef type = LLVMInt8TypeInContext(module.context());
            LLVMValueRef mark = LLVMAddGlobal(module.module(), type, "heddle.numbers");
            LLVMSetInitializer(mark, LLVMConstInt(type, 1, 0));
            LLVMSetLinkage(mark, LLVMPrivateLinkage);
            LLVMSetGlobalConstant(mark, 1);
            LLVMSetSection(mark, new BytePointer(SECTION));
            KeptRecords.keep(module, List.of(mark));
        }
    }

    /** Whether it refers to a function that has to do with one; the others need not be looked through. */
    private static boolean hasDescriptors(BitcodeModule module) {
        for (LLVMValueRef f = LLVMGetFirstFunction(module.module()); f != null; f = LLVMGetNextFunction(f)) {
            if (LLVMIsDeclaration(f) != 0 && DescriptorCalls.isOne(LlvmText.nameOf(f))) {
                return true;
            }
        }
        return false;
    }

    /** Whether one of them may. */
    static boolean areLookedAt(List<LLVMValueRef> functions, LLVMTargetDataRef layout) {
        DescriptorNumbers numbers = new DescriptorNumbers(layout);
        functions.forEach(function -> numbers.defined.add(function.address()));
        functions.forEach(numbers::follow);
        return numbers.looks.stream().anyMatch(value -> numbers.alike.are(value, DESCRIPTORS));
    }

    private void follow(LLVMValueRef function) {
        if (BitcodeModule.users(function).stream().anyMatch(user -> !isCallOf(user, function))) {
            for (int i = 0; i < LLVMCountParams(function); i++) {
                join(LLVMGetParam(function, i), OF_CALLBACKS);
            }
        }
        BitcodeModule.instructions(function).forEach(instruction -> follow(instruction, function));
    }

    private static boolean isCallOf(LLVMValueRef user, LLVMValueRef function) {
        return Calls.isCall(user) && LLVMGetCalledValue(user).equals(function);
    }

    private void follow(LLVMValueRef instruction, LLVMValueRef function) {
        switch (LLVMGetInstructionOpcode(instruction)) {
            case LLVMLoad -> join(instruction, places.of(LLVMGetOperand(instruction, 0)));
            case LLVMStore -> {
                join(LLVMGetOperand(instruction, 0), places.of(LLVMGetOperand(instruction, 1)));
                meetOthers(LLVMGetOperand(instruction, 0));
            }
            case LLVMAtomicRMW -> {
                join(instruction, places.of(LLVMGetOperand(instruction, 0)));
                join(LLVMGetOperand(instruction, 1), places.of(LLVMGetOperand(instruction, 0)));
            }
            case LLVMAtomicCmpXchg -> {
                Object place = places.of(LLVMGetOperand(instruction, 0));
                join(instruction, place);
                join(LLVMGetOperand(instruction, 1), place);
                join(LLVMGetOperand(instruction, 2), place);
            }
            case LLVMSExt, LLVMZExt, LLVMTrunc, LLVMFreeze, LLVMExtractValue -> join(
                    instruction, LLVMGetOperand(instruction, 0));
            case LLVMPtrToInt -> join(instruction, IN_POINTERS);
            case LLVMIntToPtr -> join(LLVMGetOperand(instruction, 0), IN_POINTERS);
            case LLVMPHI -> {
                for (int i = 0; i < LLVMCountIncoming(instruction); i++) {
                    join(LLVMGetIncomingValue(instruction, i), instruction);
                }
            }
            case LLVMSelect -> {
                join(LLVMGetOperand(instruction, 1), instruction);
                join(LLVMGetOperand(instruction, 2), instruction);
            }
            case LLVMRet -> {
                if (LLVMGetNumOperands(instruction) > 0) {
                    join(LLVMGetOperand(instruction, 0), result(function));
                }
            }
            case LLVMCall, LLVMInvoke -> call(instruction);
            default -> look(instruction);
        }
    }

    /** A number of which the address is handed on can be reached by other pointers. */
    private void meetOthers(LLVMValueRef pointer) {
        if (LLVMGetTypeKind(LLVMTypeOf(pointer)) == LLVMPointerTypeKind && places.isOfNumbers(pointer)) {
            alike.join(places.of(pointer), Places.ANYWHERE);
        }
    }

    private void call(LLVMValueRef call) {
        LLVMValueRef callee = LLVMGetCalledValue(call);
        boolean isDefined = defined.contains(callee.address());
        boolean isDirect = LLVMIsAFunction(callee) != null;
        int count = LLVMGetNumArgOperands(call);
        for (int i = 0; i < count; i++) {
            if (isDefined || !isDirect) {
                meetOthers(LLVMGetOperand(call, i));
            }
            if (isDefined && i < LLVMCountParams(callee)) {
                join(LLVMGetOperand(call, i), key(LLVMGetParam(callee, i)));
            } else if (!isDirect) {
                join(LLVMGetOperand(call, i), OF_CALLBACKS);
            }
        }
        if (isDefined) {
            join(call, result(callee));
            return;
        }
        DescriptorCalls calls = DescriptorCalls.of(LlvmText.nameOf(callee));
        if (calls.isResult()) {
            join(call, DESCRIPTORS);
        }
        calls.arguments().stream().filter(i -> i < count).forEach(i -> join(LLVMGetOperand(call, i), DESCRIPTORS));
        calls.behind().stream()
                .filter(i -> i < count)
                .forEach(i -> alike.join(places.of(LLVMGetOperand(call, i)), DESCRIPTORS));
    }

    /** What an instruction looks at that neither moves numbers nor hands them on. */
    private void look(LLVMValueRef instruction) {
        if (LLVMIsAICmpInst(instruction) != null) {
            boolean isEquality =
                    LLVMGetICmpPredicate(instruction) == LLVMIntEQ || LLVMGetICmpPredicate(instruction) == LLVMIntNE;
            for (int i = 0; i < 2; i++) {
                LLVMValueRef other = LLVMGetOperand(instruction, 1 - i);
                if (LLVMIsAConstantInt(other) == null
                        || (isEquality && LLVMConstIntGetSExtValue(other) > LAST_STANDARD)) {
                    looks.add(key(LLVMGetOperand(instruction, i)));
                }
            }
        } else if (LLVMIsAGetElementPtrInst(instruction) != null) {
            for (int i = 1; i < LLVMGetNumOperands(instruction); i++) {
                looks.add(key(LLVMGetOperand(instruction, i)));
            }
        } else if (LLVMIsABinaryOperator(instruction) != null) {
            looks.add(key(LLVMGetOperand(instruction, 0)));
            looks.add(key(LLVMGetOperand(instruction, 1)));
        } else if (LLVMIsASwitchInst(instruction) != null) {
            looks.add(key(LLVMGetOperand(instruction, 0)));
        }
    }

    private void join(LLVMValueRef value, LLVMValueRef other) {
        join(value, key(other));
    }

    /** Numbers alone: an address is none, nor is a constant, which stands for itself everywhere. */
    private void join(LLVMValueRef value, Object other) {
        int kind = LLVMGetTypeKind(LLVMTypeOf(value));
        boolean isNumber = kind == LLVMIntegerTypeKind || kind == LLVMStructTypeKind;
        if (isNumber && LLVMIsAConstant(value) == null) {
            alike.join(key(value), other);
        }
    }

    private static Object key(LLVMValueRef value) {
        return value.address();
    }

    private static Object result(LLVMValueRef function) {
        return "result of " + function.address();
    }
}
