package org.heddle.instrumenter.pass.loops;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.llvm.LLVM.LLVMBuilderRef;
import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.pass.ir.BitcodeModule;
import org.heddle.instrumenter.pass.ir.Calls;
import org.heddle.instrumenter.pass.ir.ControlFlow;
import org.heddle.instrumenter.pass.sites.Hook;

/**
 * Numbers in memory that are only counted in, as in {@code polls++}. What is to be stored is computed before the write is announced, and
 * would stay in a register or on the stack behind it. In each round of a loop it is another number, so that the thread's state would never
 * be the same again, though nothing depends on it. It gets a place on the stack for as long as the announcement takes, which is cleared
 * afterwards.
 */
public final class CountedNumbers {
    private static final int MOST_BLOCKS = 500;
    private static final String HOOKS = "__heddle_";

    private CountedNumbers() {}

    /** Gives the numbers of a function their places. Runs after the hooks are there. */
    public static void hide(LLVMValueRef function, LLVMContextRef context) {
        List<LLVMValueRef> counting = BitcodeModule.instructions(function).stream()
                .filter(store -> LLVMIsAStoreInst(store) != null && isAnnounced(store) && Counting.writes(store))
                .toList();
        if (counting.isEmpty() || LLVMCountBasicBlocks(function) > MOST_BLOCKS) {
            return;
        }
        ControlFlow flow = new ControlFlow(function);
        LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
        Map<LLVMTypeRef, LLVMValueRef> places = new HashMap<>();
        for (LLVMValueRef store : counting) {
            if (!isInLoopThatOnlyComputes(flow, store)) {
                LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(store, 0));
                hide(store, places.computeIfAbsent(type, unknown -> place(builder, function, type)), builder);
            }
        }
        LLVMDisposeBuilder(builder);
    }

    private static boolean isAnnounced(LLVMValueRef store) {
        LLVMValueRef before = LLVMGetPreviousInstruction(store);
        return before != null
                && LLVMIsACallInst(before) != null
                && Calls.directCallee(before).equals(Hook.WRITE.symbol());
    }

    /** Loops that call nothing are left alone: they would take longer, and what waits is called outside of them. */
    private static boolean isInLoopThatOnlyComputes(ControlFlow flow, LLVMValueRef store) {
        List<BitSet> loops = flow.loopsAround(flow.graph().number(LLVMGetInstructionParent(store)))
                .toList();
        return !loops.isEmpty()
                && loops.stream().allMatch(loop -> loop.stream().noneMatch(block -> calls(flow, block)));
    }

    private static boolean calls(ControlFlow flow, int block) {
        return BitcodeModule.instructions(flow.graph().block(block)).stream()
                .filter(Calls::isCall)
                .map(Calls::directCallee)
                .anyMatch(callee -> !callee.startsWith("llvm.") && !callee.startsWith(HOOKS));
    }

    private static LLVMValueRef place(LLVMBuilderRef builder, LLVMValueRef function, LLVMTypeRef type) {
        LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
        return LLVMBuildAlloca(builder, type, "");
    }

    private static void hide(LLVMValueRef store, LLVMValueRef place, LLVMBuilderRef builder) {
        LLVMValueRef number = LLVMGetOperand(store, 0);
        LLVMTypeRef type = LLVMTypeOf(number);
        LLVMPositionBuilderBefore(builder, LLVMGetPreviousInstruction(store));
        LLVMSetVolatile(LLVMBuildStore(builder, number, place), 1);
        LLVMPositionBuilderBefore(builder, store);
        LLVMValueRef kept = LLVMBuildLoad2(builder, type, place, "");
        LLVMSetVolatile(kept, 1);
        LLVMSetOperand(store, 0, kept);
        LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(store));
        LLVMSetVolatile(LLVMBuildStore(builder, LLVMConstNull(type), place), 1);
    }
}
