package org.heddle.instrumenter.pass.calls;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.pass.ir.BitcodeModule;
import org.heddle.instrumenter.pass.ir.BlockGraph;
import org.heddle.instrumenter.pass.ir.Calls;
import org.heddle.instrumenter.pass.ir.ControlFlow;

/**
 * Whether a thread that is about to wait on a condition variable has looked at memory since its last operation, and waits for what it has
 * seen: {@code while (!ready) wait();}, but not {@code do wait(); while (!ready);}. Then it has missed no signal that it could know of. Where
 * the wait is in a function that does nothing else before it, those that call it look.
 */
final class LooksFirst {
    private static final int MOST_CALLS = 4;
    private static final int NONE = -1;

    private final LLVMValueRef call;
    private final LLVMValueRef function;
    private final ControlFlow flow;
    private final BlockGraph graph;
    private final int block;

    private LooksFirst(LLVMValueRef call) {
        this.call = call;
        this.function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
        this.flow = new ControlFlow(function);
        this.graph = flow.graph();
        this.block = graph.number(LLVMGetInstructionParent(call));
    }

    /** Whether it has before this wait. */
    static boolean before(LLVMValueRef wait) {
        return new LooksFirst(wait).holds(MOST_CALLS);
    }

    private boolean holds(int calls) {
        BitSet loop = flow.innermostLoop(block);
        if (loop.stream().anyMatch(looking -> looks(looking, loop) && !acts(leadingHere(looking)))) {
            return true;
        }
        return calls > 0 && loop.isEmpty() && !acts(leadingHere(NONE)) && callersDo(calls - 1);
    }

    /** Whether the thread comes by the end of this block each time, and may leave the loop there instead of waiting. */
    private boolean looks(int looking, BitSet loop) {
        return looking != block
                && graph.isBefore(looking, block)
                && new ZeroResult(call).looks(LLVMGetBasicBlockTerminator(graph.block(looking)))
                && graph.between(looking, block).stream().anyMatch(way -> !loop.get(way) && !isDead(way));
    }

    private boolean isDead(int way) {
        return LLVMIsAUnreachableInst(LLVMGetBasicBlockTerminator(graph.block(way))) != null;
    }

    /** The blocks on the ways to the call, but for those that lead there only by the end of this one. */
    private BitSet leadingHere(int without) {
        BitSet found = new BitSet();
        Deque<Integer> pending = new ArrayDeque<>(graph.predecessors(block));
        while (!pending.isEmpty()) {
            int other = pending.remove();
            if (other != without && other != block && !found.get(other)) {
                found.set(other);
                pending.addAll(graph.predecessors(other));
            }
        }
        return found;
    }

    /** Whether something visible happens in these blocks, or before the call in its own. */
    private boolean acts(BitSet blocks) {
        List<LLVMValueRef> instructions = new ArrayList<>();
        blocks.stream().forEach(each -> addAll(graph.block(each), instructions));
        addAll(graph.block(block), instructions);
        return instructions.stream().anyMatch(each -> acts(each, MOST_CALLS));
    }

    /** The instructions of a block, up to the call. */
    private void addAll(LLVMBasicBlockRef from, List<LLVMValueRef> instructions) {
        for (LLVMValueRef at = LLVMGetFirstInstruction(from);
                at != null && !at.equals(call);
                at = LLVMGetNextInstruction(at)) {
            instructions.add(at);
        }
    }

    private static boolean acts(LLVMValueRef instruction, int calls) {
        if (!Calls.isCall(instruction)) {
            return LLVMIsAAtomicRMWInst(instruction) != null
                    || LLVMIsAAtomicCmpXchgInst(instruction) != null
                    || LLVMIsAFenceInst(instruction) != null;
        }
        String name = Calls.directCallee(instruction);
        if (name.startsWith("llvm.")) {
            return false;
        }
        return name.isEmpty()
                || LLVMIsDeclaration(LLVMGetCalledValue(instruction)) != 0
                || calls == 0
                || BitcodeModule.instructions(LLVMGetCalledValue(instruction)).stream()
                        .anyMatch(each -> acts(each, calls - 1));
    }

    private boolean callersDo(int calls) {
        List<LLVMValueRef> users = BitcodeModule.users(function);
        return !users.isEmpty()
                && users.stream()
                        .allMatch(user -> Calls.isCall(user)
                                && LLVMGetCalledValue(user).equals(function)
                                && new LooksFirst(user).holds(calls));
    }
}
