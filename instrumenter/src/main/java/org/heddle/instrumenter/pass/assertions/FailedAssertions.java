package org.heddle.instrumenter.pass.assertions;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMBuilderRef;
import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.names.LlvmText;
import org.heddle.instrumenter.pass.ir.BlockGraph;
import org.heddle.instrumenter.pass.memory.Instruments;

/**
 * Has assertions that fail tell what their expressions are made of, so that a report says more than that they failed. What is told is told
 * on the way from a condition to the failure: an assertion that holds costs nothing more.
 */
public final class FailedAssertions {
    private static final Set<String> FAILURES = Set.of("__assert_fail", "heddle_fail");
    private static final int MOST_CONDITIONS = 32; // of one assertion

    private final LLVMContextRef context;
    private final Instruments instruments;

    /** In the functions of the module of these instruments. */
    public FailedAssertions(LLVMContextRef context, Instruments instruments) {
        this.context = context;
        this.instruments = instruments;
    }

    /** Whether a call of this function is the end of an assertion. */
    public static boolean isFailure(String callee) {
        return FAILURES.contains(callee);
    }

    /** Puts calls before these, which are ends of assertions in one function. All else in it has been announced. */
    public void announce(LLVMValueRef function, List<LLVMValueRef> failures) {
        if (failures.isEmpty()) {
            return;
        }
        BlockGraph graph = new BlockGraph(function);
        LocalValues locals = new LocalValues(context, graph);
        for (LLVMValueRef failure : failures) {
            announce(failure, graph, locals);
        }
    }

    private void announce(LLVMValueRef failure, BlockGraph graph, LocalValues locals) {
        LLVMBasicBlockRef block = LLVMGetInstructionParent(failure);
        List<Integer> ways = graph.predecessors(graph.number(block)).stream()
                .filter(from -> decides(LLVMGetBasicBlockTerminator(graph.block(from))))
                .toList();
        boolean isOnlyWay = graph.predecessors(graph.number(block)).size() == 1;
        if (ways.isEmpty() || !(isOnlyWay || LLVMIsAPHINode(LLVMGetFirstInstruction(block)) == null)) {
            return;
        }
        AssertionText text = new AssertionText(text(LLVMGetOperand(failure, 0)));
        Operands operands = operands(ways, graph);
        for (int from : ways) {
            Told told = new Told(instruments, graph, text, failure, from);
            told.add(operands, locals.at(from, failure));
            LLVMValueRef branch = LLVMGetBasicBlockTerminator(graph.block(from));
            told.tell(() -> isOnlyWay ? failure : wayBetween(branch, block));
        }
    }

    private static boolean decides(LLVMValueRef end) {
        return LLVMIsABranchInst(end) != null && LLVMIsConditional(end) != 0;
    }

    private static String text(LLVMValueRef argument) {
        String text = LlvmText.initializer(argument);
        return text.endsWith("\0") ? text.substring(0, text.length() - 1) : text;
    }

    /** What the conditions at the ends of these blocks, and those of the same expression before them, are made of. */
    private static Operands operands(List<Integer> blocks, BlockGraph graph) {
        Operands operands = new Operands(LLVMGetBasicBlockTerminator(graph.block(blocks.get(0))));
        BitSet seen = new BitSet();
        Deque<Integer> pending = new ArrayDeque<>(blocks);
        while (!pending.isEmpty() && seen.cardinality() < MOST_CONDITIONS) {
            int block = pending.remove();
            LLVMValueRef end = LLVMGetBasicBlockTerminator(graph.block(block));
            if (!seen.get(block) && operands.isPart(end)) {
                seen.set(block);
                operands.addBranch(end);
                pending.addAll(graph.predecessors(block));
            }
        }
        return operands;
    }

    /** A new block between a branch and this block; its only instruction. */
    private LLVMValueRef wayBetween(LLVMValueRef branch, LLVMBasicBlockRef to) {
        LLVMBasicBlockRef way = LLVMInsertBasicBlockInContext(context, to, "");
        LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
        LLVMPositionBuilderAtEnd(builder, way);
        LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(branch));
        LLVMValueRef on = LLVMBuildBr(builder, to);
        LLVMDisposeBuilder(builder);
        for (int i = 0; i < LLVMGetNumSuccessors(branch); i++) {
            if (LLVMGetSuccessor(branch, i).equals(to)) {
                LLVMSetSuccessor(branch, i, way);
            }
        }
        return on;
    }
}
