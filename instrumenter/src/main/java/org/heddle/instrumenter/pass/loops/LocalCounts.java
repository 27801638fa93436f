package org.heddle.instrumenter.pass.loops;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.List;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.llvm.LLVM.LLVMBuilderRef;
import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.names.LlvmText;
import org.heddle.instrumenter.pass.ir.BitcodeModule;
import org.heddle.instrumenter.pass.ir.Calls;
import org.heddle.instrumenter.pass.ir.ControlFlow;
import org.heddle.instrumenter.pass.sites.Hook;
import org.heddle.instrumenter.pass.sites.HookCalls;

/**
 * Local variables in which a loop counts, and at which it does not look, as the tries that are printed in the end. Rounds of threads that
 * differ in nothing else are equal for what comes next. Such a variable gets a place on the stack, behind a mark by which the runtime knows
 * it ({@code HEDDLE_COUNT_MARK}), and does not become a register; where its number is read for more than counting, the runtime is told, as
 * no round that such a reading is part of is like the next.
 */
public final class LocalCounts {
    static final String NAME = "heddle.count";
    static final long MARK = 0x9c3f_e4a1_5d27_b86eL;
    static final long MARK_2 = 0x61d8_0b75_f29a_c34dL;

    private static final int MOST_BLOCKS = 500;
    private static final int WORDS = 3;

    private LocalCounts() {}

    /** Gives such variables of a function their places; says whether there are any. Runs before others become registers. */
    public static boolean place(LLVMValueRef function, LLVMContextRef context) {
        List<LLVMValueRef> counted = BitcodeModule.instructions(LLVMGetEntryBasicBlock(function)).stream()
                .filter(LocalCounts::isCounted)
                .toList();
        if (counted.isEmpty() || LLVMCountBasicBlocks(function) > MOST_BLOCKS) {
            return false;
        }
        ControlFlow flow = new ControlFlow(function);
        List<LLVMValueRef> marked = counted.stream()
                .filter(variable -> isCountedInLoop(flow, variable))
                .toList();
        marked.forEach(variable -> mark(variable, context));
        return !marked.isEmpty();
    }

    /** Tells of readings that do more than count. */
    public static void announce(LLVMValueRef function, HookCalls hooks) {
        for (LLVMValueRef instruction : BitcodeModule.instructions(function)) {
            if (LLVMIsALoadInst(instruction) != null
                    && !Counting.reads(instruction)
                    && isPlace(LLVMGetOperand(instruction, 0))) {
                hooks.before(instruction);
                hooks.call(Hook.CHANGED);
            }
        }
    }

    private static boolean isPlace(LLVMValueRef address) {
        return LLVMIsAGetElementPtrInst(address) != null
                && LlvmText.nameOf(LLVMGetOperand(address, 0)).startsWith(NAME);
    }

    /** Whether it is a number that is only loaded and stored, counted somewhere, and read for more somewhere else. */
    private static boolean isCounted(LLVMValueRef variable) {
        if (LLVMIsAAllocaInst(variable) == null
                || LLVMGetTypeKind(LLVMGetAllocatedType(variable)) != LLVMIntegerTypeKind
                || LLVMGetIntTypeWidth(LLVMGetAllocatedType(variable)) > Long.SIZE
                || LLVMIsAConstantInt(LLVMGetOperand(variable, 0)) == null) {
            return false;
        }
        boolean counted = false;
        boolean read = false;
        for (LLVMValueRef user : BitcodeModule.users(variable)) {
            if (LLVMIsALoadInst(user) != null) {
                boolean counts = Counting.reads(user);
                counted |= counts;
                read |= !counts;
            } else if (!isLifetime(user)
                    && (LLVMIsAStoreInst(user) == null
                            || LLVMGetOperand(user, 0).equals(variable))) {
                return false;
            }
        }
        return counted && read;
    }

    private static boolean isLifetime(LLVMValueRef user) {
        return LLVMIsACallInst(user) != null && Calls.directCallee(user).startsWith("llvm.lifetime.");
    }

    /** Whether there is a loop that counts in it, does not look at it otherwise, and tries something. */
    private static boolean isCountedInLoop(ControlFlow flow, LLVMValueRef variable) {
        return BitcodeModule.users(variable).stream()
                .filter(user -> LLVMIsALoadInst(user) != null && Counting.reads(user))
                .anyMatch(counting -> flow.loopsAround(flow.graph().number(LLVMGetInstructionParent(counting)))
                        .anyMatch(loop -> loop.stream().anyMatch(block -> doesMoreThanWait(flow, block))
                                && BitcodeModule.users(variable).stream()
                                        .filter(user -> LLVMIsALoadInst(user) != null && !Counting.reads(user))
                                        .noneMatch(read ->
                                                loop.get(flow.graph().number(LLVMGetInstructionParent(read))))));
    }

    /** A loop that only looks and pauses is a wait: the number is left to the optimiser, which may find that nobody needs it. */
    private static boolean doesMoreThanWait(ControlFlow flow, int block) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(flow.graph().block(block));
                i != null;
                i = LLVMGetNextInstruction(i)) {
            boolean calls = LLVMIsACallInst(i) != null
                    && !Calls.directCallee(i).startsWith("llvm.")
                    && !BackOff.isPause(Calls.directCallee(i));
            if (calls || LLVMIsAAtomicCmpXchgInst(i) != null || LLVMIsAAtomicRMWInst(i) != null) {
                return true;
            }
        }
        return false;
    }

    private static void mark(LLVMValueRef variable, LLVMContextRef context) {
        LLVMTypeRef word = LLVMInt64TypeInContext(context);
        LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
        LLVMPositionBuilderBefore(builder, variable);
        LLVMValueRef place = LLVMBuildAlloca(builder, LLVMArrayType2(word, WORDS), NAME);
        LLVMSetAlignment(place, Long.BYTES);
        LLVMValueRef number = at(builder, word, place, WORDS - 1);
        store(builder, marked(context), place);
        for (LLVMValueRef user : BitcodeModule.users(variable)) {
            if (isLifetime(user)) {
                LLVMInstructionEraseFromParent(user);
            } else {
                LLVMSetVolatile(user, 1);
            }
        }
        LLVMReplaceAllUsesWith(variable, number);
        for (LLVMValueRef instruction :
                BitcodeModule.instructions(LLVMGetBasicBlockParent(LLVMGetInstructionParent(place)))) {
            if (LLVMIsAReturnInst(instruction) != null) {
                /* what comes to lie there later is nothing of the sort */
                LLVMPositionBuilderBefore(builder, instruction);
                store(builder, LLVMConstInt(word, 0, 0), place);
            }
        }
        LLVMInstructionEraseFromParent(variable);
        LLVMDisposeBuilder(builder);
    }

    /** The marks, and the number 0: one value, which keeps the three together. */
    private static LLVMValueRef marked(LLVMContextRef context) {
        LLVMTypeRef whole = LLVMIntTypeInContext(context, WORDS * Long.SIZE);
        return LLVMConstIntOfArbitraryPrecision(whole, WORDS, new long[] {MARK, MARK_2, 0});
    }

    private static void store(LLVMBuilderRef builder, LLVMValueRef value, LLVMValueRef address) {
        LLVMValueRef store = LLVMBuildStore(builder, value, address);
        LLVMSetVolatile(store, 1);
        LLVMSetAlignment(store, Long.BYTES);
    }

    private static LLVMValueRef at(LLVMBuilderRef builder, LLVMTypeRef word, LLVMValueRef place, int index) {
        try (PointerPointer<LLVMValueRef> indices =
                new PointerPointer<>(new LLVMValueRef[] {LLVMConstInt(word, index, 0)})) {
            return LLVMBuildGEP2(builder, word, place, indices, 1, "");
        }
    }
}
