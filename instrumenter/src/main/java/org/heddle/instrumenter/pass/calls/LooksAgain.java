package org.heddle.instrumenter.pass.calls;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.names.LlvmText;
import org.heddle.instrumenter.pass.ir.BitcodeModule;
import org.heddle.instrumenter.pass.ir.BlockGraph;
import org.heddle.instrumenter.pass.ir.Calls;
import org.heddle.instrumenter.pass.ir.ControlFlow;
import org.heddle.instrumenter.pass.loops.BackOff;
import org.heddle.instrumenter.pass.memory.SharedMemory;

/**
 * Whether a thread that comes out of an operation for no reason looks again before it does anything else, and comes back to the operation
 * if it sees nothing new: {@code while (!ready) wait();}. Then it needs no reason. The way there may lead through functions that do nothing
 * else. Where it is not known who calls them, it is taken to be so.
 *
 * <p>For no reason both a wait and a weak compare-and-swap have the result 0.
 */
final class LooksAgain {
    private static final String MAIN = "main";
    private static final int MOST_CALLS = 4;
    private static final List<String> LIBRARY = List.of("_ZNSt", "_ZNKSt", "_ZNVSt", "_ZSt");

    private final SharedMemory memory;
    private final boolean isWait;
    private final Map<Long, Boolean> known;
    private final LLVMValueRef operation;
    private final LLVMValueRef function;
    private final ZeroResult result;
    private final BlockGraph graph;
    private final BitSet loop;

    private LooksAgain(SharedMemory memory, LLVMValueRef operation, boolean isWait, Map<Long, Boolean> known) {
        this.memory = memory;
        this.operation = operation;
        this.isWait = isWait;
        this.known = known;
        this.function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(operation));
        this.result = new ZeroResult(operation);
        ControlFlow flow = new ControlFlow(function);
        this.graph = flow.graph();
        this.loop = flow.innermostLoop(graph.number(LLVMGetInstructionParent(operation)));
    }

    /** Whether it does after this wait. */
    static boolean afterWait(LLVMValueRef wait, SharedMemory memory) {
        return new LooksAgain(memory, wait, true, new HashMap<>()).holds();
    }

    /** Whether it does after this compare-and-swap; what it stores in between is for the next try. */
    static boolean afterSwap(LLVMValueRef swap, SharedMemory memory) {
        return new LooksAgain(memory, swap, false, new HashMap<>()).holds();
    }

    private boolean holds() {
        if (isOfLibrary()) {
            return !loop.isEmpty() || callersDo();
        }
        Deque<LLVMValueRef> ways = new ArrayDeque<>(List.of(after(operation)));
        Set<Long> seen = new HashSet<>();
        while (!ways.isEmpty()) {
            LLVMValueRef from = ways.remove();
            if (!seen.add(from.address())) {
                continue;
            }
            LLVMValueRef end = end(from);
            if (LLVMIsAReturnInst(end) != null ? !callersDo() : acts(end)) {
                return false;
            }
            if (!end.equals(operation) && !decides(end)) {
                ways.addAll(next(end));
            }
        }
        return true;
    }

    /** Whether the loop around the operation goes on or ends here, by what the thread has looked at. */
    private boolean decides(LLVMValueRef branch) {
        return isInLoop(branch)
                && result.looks(branch)
                && next(branch).stream().anyMatch(way -> !isInLoop(way) && !isDead(way))
                && leadsBack(branch);
    }

    private boolean leadsBack(LLVMValueRef branch) {
        Deque<LLVMValueRef> ways = new ArrayDeque<>(next(branch));
        Set<Long> seen = new HashSet<>();
        while (!ways.isEmpty()) {
            LLVMValueRef from = ways.remove();
            if (isInLoop(from) && seen.add(from.address())) {
                LLVMValueRef end = end(from);
                if (end.equals(operation)) {
                    return true;
                }
                ways.addAll(acts(end) ? List.of() : next(end));
            }
        }
        return false;
    }

    private boolean isInLoop(LLVMValueRef instruction) {
        return loop.get(graph.number(LLVMGetInstructionParent(instruction)));
    }

    /** Whether the program ends in the block of this instruction. */
    private static boolean isDead(LLVMValueRef instruction) {
        return LLVMIsAUnreachableInst(LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(instruction))) != null;
    }

    /** The first instruction that is the operation, does something, or ends a block. */
    private LLVMValueRef end(LLVMValueRef from) {
        LLVMValueRef at = from;
        while (!at.equals(operation) && !acts(at) && LLVMIsATerminatorInst(at) == null) {
            at = LLVMGetNextInstruction(at);
        }
        return at;
    }

    private static LLVMValueRef after(LLVMValueRef instruction) {
        return LLVMIsAInvokeInst(instruction) == null
                ? LLVMGetNextInstruction(instruction)
                : LLVMGetFirstInstruction(LLVMGetNormalDest(instruction));
    }

    /** Where the end of a block leads, but for exceptions. */
    private List<LLVMValueRef> next(LLVMValueRef end) {
        if (LLVMIsAInvokeInst(end) != null) {
            return List.of(after(end));
        }
        if (LLVMIsABranchInst(end) != null && LLVMIsConditional(end) != 0) {
            Long condition = result.of(LLVMGetCondition(end));
            if (condition != null) {
                return List.of(LLVMGetFirstInstruction(LLVMGetSuccessor(end, condition == 0 ? 1 : 0)));
            }
        }
        List<LLVMValueRef> next = new ArrayList<>();
        for (int i = 0; i < LLVMGetNumSuccessors(end); i++) {
            next.add(LLVMGetFirstInstruction(LLVMGetSuccessor(end, i)));
        }
        return next;
    }

    private boolean callersDo() {
        String name = LlvmText.nameOf(function);
        if (name.equals(MAIN) || isStartOfCxx(name)) {
            return false;
        }
        Boolean before = known.putIfAbsent(function.address(), true); // true: where it calls itself
        if (before == null) {
            known.put(function.address(), BitcodeModule.users(function).stream().allMatch(this::callerDoes));
        }
        return known.get(function.address());
    }

    private boolean callerDoes(LLVMValueRef user) {
        if (!Calls.isCall(user)) {
            return true;
        }
        return LLVMGetCalledValue(user).equals(function)
                ? new LooksAgain(memory, user, isWait, known).holds()
                : !starts(Calls.directCallee(user));
    }

    private boolean acts(LLVMValueRef instruction) {
        return !instruction.equals(operation) && acts(instruction, MOST_CALLS);
    }

    private boolean acts(LLVMValueRef instruction, int calls) {
        if (LLVMIsAStoreInst(instruction) != null) {
            boolean isPlain =
                    LLVMGetOrdering(instruction) == LLVMAtomicOrderingNotAtomic && LLVMGetVolatile(instruction) == 0;
            return !isPlain || (isWait && memory.mayBeShared(LLVMGetOperand(instruction, 1)));
        }
        if (!Calls.isCall(instruction)) {
            return LLVMIsAAtomicRMWInst(instruction) != null || LLVMIsAAtomicCmpXchgInst(instruction) != null;
        }
        boolean isLast =
                LLVMIsAUnreachableInst(LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(instruction))) != null;
        if (isLast || BackOff.isIdleCall(instruction)) {
            return false;
        }
        String name = Calls.directCallee(instruction);
        if (name.startsWith("llvm.")) {
            return name.startsWith("llvm.mem") && isWait && memory.mayBeShared(LLVMGetOperand(instruction, 0));
        }
        LLVMValueRef callee = LLVMGetCalledValue(instruction);
        return name.isEmpty()
                || LLVMIsDeclaration(callee) != 0
                || calls == 0
                || BitcodeModule.instructions(callee).stream().anyMatch(each -> acts(each, calls - 1));
    }

    /** Whether this function lets a thread run what it is given, once. */
    private static boolean starts(String name) {
        return Calls.STARTS.contains(name) || name.startsWith("_ZNSt6threadC") || name.startsWith("_ZNSt7jthreadC");
    }

    /** Whether it is what a {@code std::thread} runs, once. */
    private static boolean isStartOfCxx(String name) {
        return name.startsWith("_ZNSt6thread11_State_impl") && name.endsWith("6_M_runEv");
    }

    /** Whether it is one of C++'s, which does nothing of its own but wait or try. */
    private boolean isOfLibrary() {
        String name = LlvmText.nameOf(function);
        return LIBRARY.stream().anyMatch(name::startsWith);
    }
}
