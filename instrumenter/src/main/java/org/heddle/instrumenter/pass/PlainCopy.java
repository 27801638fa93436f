package org.heddle.instrumenter.pass;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMBuilderRef;
import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.LLVM.LLVMMetadataRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.pass.ir.BitcodeModule;
import org.heddle.instrumenter.pass.ir.CalleeNames;

/**
 * A second copy of a function's blocks, without hooks, which runs where no checker listens. The function looks once, at its beginning. So a
 * program that is run by itself is as quick as one that was not instrumented: hooks keep the optimiser from nearly everything.
 *
 * <p>Whether a checker listens is known before the first function of a module runs, and never changes. Variables of both copies are the
 * same. The copy is made while the function has no hooks, and lies in a function of its own until the other copy has them.
 */
final class PlainCopy {
    private static final String ATTACHED = "__heddle_attached";
    private static final String DEBUG = "llvm.dbg.";
    private static final String INVARIANT = "invariant.load";

    /** Instructions: of a larger function nobody looks at the beginning only. */
    private static final int MOST = 20_000;

    private final BitcodeModule module;
    private final LLVMContextRef context;
    private final LLVMValueRef function;
    private final CalleeNames callees = new CalleeNames();
    private final Map<Long, LLVMValueRef> values = new HashMap<>();
    private LLVMValueRef shelter;

    private PlainCopy(BitcodeModule module, LLVMValueRef function) {
        this.module = module;
        this.context = module.context();
        this.function = function;
    }

    /** Makes the copy, which {@link #join} then makes part of the function; null if the function can have none. */
    static PlainCopy of(BitcodeModule module, LLVMValueRef function) {
        List<LLVMValueRef> instructions = BitcodeModule.instructions(function);
        PlainCopy copy = new PlainCopy(module, function);
        if (instructions.size() > MOST
                || has(function, "naked")
                || has(function, "presplitcoroutine")
                || !instructions.stream().allMatch(PlainCopy::canBeTwice)) {
            return null;
        }
        copy.make();
        return copy;
    }

    private static boolean has(LLVMValueRef function, String attribute) {
        int kind = LLVMGetEnumAttributeKindForName(attribute, attribute.length());
        return LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind) != null;
    }

    /** Blocks whose addresses are taken are known by these addresses, and assembly may define symbols. */
    private static boolean canBeTwice(LLVMValueRef instruction) {
        int opcode = LLVMGetInstructionOpcode(instruction);
        if (opcode == LLVMCall || opcode == LLVMInvoke) {
            LLVMValueRef callee = LLVMGetCalledValue(instruction);
            int kind = LLVMGetEnumAttributeKindForName("noduplicate", "noduplicate".length());
            if (LLVMIsAInlineAsm(callee) != null
                    || LLVMGetCallSiteEnumAttribute(instruction, LLVMAttributeFunctionIndex, kind) != null
                    || (LLVMIsAFunction(callee) != null && has(callee, "noduplicate"))) {
                return false;
            }
        }
        return opcode != LLVMIndirectBr
                && opcode != LLVMCallBr
                && LLVMGetTypeKind(LLVMTypeOf(instruction)) != LLVMTokenTypeKind;
    }

    private void make() {
        LLVMTypeRef type = LLVMGlobalGetValueType(function);
        shelter = LLVMAddFunction(module.module(), "", type);
        Map<Long, LLVMBasicBlockRef> blocks = new HashMap<>();
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b != null; b = LLVMGetNextBasicBlock(b)) {
            LLVMBasicBlockRef twin = LLVMAppendBasicBlockInContext(context, shelter, "");
            blocks.put(b.address(), twin);
            values.put(LLVMBasicBlockAsValue(b).address(), LLVMBasicBlockAsValue(twin));
        }
        List<LLVMValueRef> copied = new ArrayList<>();
        Map<LLVMValueRef, LLVMValueRef> phis = new HashMap<>();
        LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b != null; b = LLVMGetNextBasicBlock(b)) {
            LLVMPositionBuilderAtEnd(builder, blocks.get(b.address()));
            for (LLVMValueRef i : BitcodeModule.instructions(b)) {
                if (isVariable(i) || isDebug(i)) {
                    continue;
                }
                LLVMValueRef twin;
                if (LLVMIsAPHINode(i) != null) {
                    twin = LLVMBuildPhi(builder, LLVMTypeOf(i), "");
                    LLVMInstructionSetDebugLoc(twin, LLVMInstructionGetDebugLoc(i));
                    phis.put(i, twin);
                } else {
                    twin = LLVMInstructionClone(i);
                    LLVMInsertIntoBuilder(builder, twin);
                    copied.add(twin);
                }
                values.put(i.address(), twin);
            }
        }
        LLVMDisposeBuilder(builder);
        copied.forEach(this::useCopies);
        phis.forEach((from, to) -> addIncoming(from, to, blocks));
    }

    private void useCopies(LLVMValueRef twin) {
        for (int n = 0; n < LLVMGetNumOperands(twin); n++) {
            LLVMValueRef copy = values.get(LLVMGetOperand(twin, n).address());
            if (copy != null) {
                LLVMSetOperand(twin, n, copy);
            }
        }
    }

    private void addIncoming(LLVMValueRef from, LLVMValueRef to, Map<Long, LLVMBasicBlockRef> blocks) {
        for (int n = 0; n < LLVMCountIncoming(from); n++) {
            LLVMValueRef value = LLVMGetIncomingValue(from, n);
            LLVMBasicBlockRef block = blocks.get(LLVMGetIncomingBlock(from, n).address());
            try (PointerPointer<LLVMValueRef> incoming = new PointerPointer<>(1);
                    PointerPointer<LLVMBasicBlockRef> before = new PointerPointer<>(1)) {
                incoming.put(0, values.getOrDefault(value.address(), value));
                before.put(0, block);
                LLVMAddIncoming(to, incoming, before, 1);
            }
        }
    }

    /** A local variable that the function has from its beginning on: both copies share it. */
    private boolean isVariable(LLVMValueRef instruction) {
        return LLVMIsAAllocaInst(instruction) != null
                && LLVMIsAConstantInt(LLVMGetOperand(instruction, 0)) != null
                && LLVMGetInstructionParent(instruction).equals(LLVMGetEntryBasicBlock(function));
    }

    /** Variables are described once, for both copies. */
    private boolean isDebug(LLVMValueRef instruction) {
        return LLVMGetInstructionOpcode(instruction) == LLVMCall
                && callees.of(instruction).startsWith(DEBUG);
    }

    /** Makes the copy part of the function, whose blocks have hooks by now. */
    void join() {
        LLVMBasicBlockRef checked = LLVMGetEntryBasicBlock(function);
        List<LLVMValueRef> variables = BitcodeModule.instructions(checked).stream()
                .filter(this::isVariable)
                .toList();
        LLVMBasicBlockRef plain = LLVMGetFirstBasicBlock(shelter);
        LLVMMetadataRef location = location(plain);
        for (LLVMBasicBlockRef b = plain; b != null; b = LLVMGetFirstBasicBlock(shelter)) {
            LLVMRemoveBasicBlockFromParent(b);
            LLVMAppendExistingBasicBlock(function, b);
        }
        LLVMDeleteFunction(shelter);
        LLVMBasicBlockRef entry = LLVMInsertBasicBlockInContext(context, checked, "");
        LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
        LLVMPositionBuilderAtEnd(builder, entry);
        for (LLVMValueRef variable : variables) {
            LLVMInstructionRemoveFromParent(variable);
            LLVMInsertIntoBuilder(builder, variable);
        }
        LLVMSetCurrentDebugLocation2(builder, location);
        LLVMValueRef hooks = LLVMBuildLoad2(builder, LLVMPointerTypeInContext(context, 0), attached(), "");
        int invariant = LLVMGetMDKindIDInContext(context, INVARIANT, INVARIANT.length());
        LLVMMetadataRef nothing = LLVMMDNodeInContext2(context, new PointerPointer<>(0L), 0);
        LLVMSetMetadata(hooks, invariant, LLVMMetadataAsValue(context, nothing));
        LLVMBuildCondBr(builder, LLVMBuildIsNull(builder, hooks, ""), plain, checked);
        LLVMDisposeBuilder(builder);
    }

    private static LLVMMetadataRef location(LLVMBasicBlockRef block) {
        for (LLVMValueRef i : BitcodeModule.instructions(block)) {
            if (LLVMInstructionGetDebugLoc(i) != null) {
                return LLVMInstructionGetDebugLoc(i);
            }
        }
        return null;
    }

    private LLVMValueRef attached() {
        LLVMValueRef known = LLVMGetNamedGlobal(module.module(), ATTACHED);
        if (known != null) {
            return known;
        }
        LLVMValueRef added = LLVMAddGlobal(module.module(), LLVMPointerTypeInContext(context, 0), ATTACHED);
        LLVMSetVisibility(added, LLVMHiddenVisibility);
        return added;
    }
}
