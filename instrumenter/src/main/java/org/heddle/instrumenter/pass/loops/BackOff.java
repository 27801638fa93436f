package org.heddle.instrumenter.pass.loops;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.names.LlvmText;
import org.heddle.instrumenter.pass.ir.BitcodeModule;
import org.heddle.instrumenter.pass.ir.Calls;
import org.heddle.instrumenter.pass.ir.ControlFlow;

/**
 * Variables that only decide how long a thread gives way: how often a loop has tried, from which on it yields; how long it pauses or
 * sleeps. Which threads run when is the checker's choice, so that they decide nothing; but as they change in each round, a loop that
 * waits would be unrolled for ever. They keep the value that they have when their loop begins.
 *
 * <p>A variable is one of these if what is computed from it goes nowhere but into such variables, into the arguments of pauses, and
 * into branches of one sort: between them the thread does nothing but pause and compute such variables (a slice, by data and by
 * control).
 */
public final class BackOff {
    private static final int MOST_BLOCKS = 500;
    private static final Set<String> PAUSES = Set.of("sched_yield", "pthread_yield", "thrd_yield", "usleep", "sleep");
    private static final Set<String> IDLE_INTRINSICS =
            Set.of("llvm.x86.sse2.pause", "llvm.lifetime.start", "llvm.lifetime.end", "llvm.donothing");
    private static final Set<String> PURE_INTRINSICS =
            Set.of("llvm.umin", "llvm.umax", "llvm.smin", "llvm.smax", "llvm.uadd.sat", "llvm.usub.sat");
    private static final Set<String> IDLE_ASSEMBLY = Set.of("", "pause", "rep; nop", "rep;nop", "rep nop", "nop");

    private BackOff() {}

    /** Whether the function does nothing but let time pass. */
    static boolean isPause(String function) {
        return PAUSES.contains(function);
    }

    /** Lets such variables of a function stay as they are when their loop begins. */
    public static void settle(LLVMValueRef function) {
        if (LLVMCountBasicBlocks(function) > MOST_BLOCKS) {
            return;
        }
        List<LLVMValueRef> numbers = numbers(function);
        if (!numbers.isEmpty()) {
            ControlFlow flow = new ControlFlow(function);
            numbers.stream()
                    .filter(phi -> changesInLoop(flow, phi) && new Slice(flow, phi).isIdle())
                    .forEach(phi -> stay(flow, phi));
        }
    }

    private static List<LLVMValueRef> numbers(LLVMValueRef function) {
        List<LLVMValueRef> found = new ArrayList<>();
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b != null; b = LLVMGetNextBasicBlock(b)) {
            LLVMValueRef phi = LLVMGetFirstInstruction(b);
            for (; LLVMIsAPHINode(phi) != null; phi = LLVMGetNextInstruction(phi)) {
                if (LLVMGetTypeKind(LLVMTypeOf(phi)) == LLVMIntegerTypeKind) {
                    found.add(phi);
                }
            }
        }
        return found;
    }

    private static boolean changesInLoop(ControlFlow flow, LLVMValueRef phi) {
        int block = flow.graph().number(LLVMGetInstructionParent(phi));
        for (int i = 0; i < LLVMCountIncoming(phi); i++) {
            if (flow.isWayBack(flow.graph().number(LLVMGetIncomingBlock(phi, i)), block)
                    && !LLVMGetIncomingValue(phi, i).equals(phi)) {
                return true;
            }
        }
        return false;
    }

    private static void stay(ControlFlow flow, LLVMValueRef phi) {
        int block = flow.graph().number(LLVMGetInstructionParent(phi));
        for (int i = 0; i < LLVMCountIncoming(phi); i++) {
            if (flow.isWayBack(flow.graph().number(LLVMGetIncomingBlock(phi, i)), block)) {
                LLVMSetOperand(phi, i, phi);
            }
        }
    }

    /** Whether a function does nothing but pause. */
    private static boolean isPause(LLVMValueRef function) {
        if (LLVMIsDeclaration(function) != 0 || LLVMCountBasicBlocks(function) != 1) {
            return false;
        }
        return BitcodeModule.instructions(function).stream()
                .allMatch(instruction -> LLVMGetInstructionOpcode(instruction) == LLVMRet
                        || (LLVMIsACallInst(instruction) != null && isIdleCall(instruction)));
    }

    /** Whether this call does nothing but let time pass, or nothing at all. */
    public static boolean isIdleCall(LLVMValueRef call) {
        LLVMValueRef callee = LLVMGetCalledValue(call);
        if (LLVMIsAInlineAsm(callee) != null) {
            return LLVMGetNumArgOperands(call) == 0
                    && IDLE_ASSEMBLY.contains(LlvmText.assembly(callee).strip());
        }
        String name = Calls.directCallee(call);
        String intrinsic = name.startsWith("llvm.") ? Calls.withoutTypes(name) : "";
        return isPause(name)
                || intrinsic.startsWith("llvm.dbg.")
                || IDLE_INTRINSICS.contains(intrinsic)
                || PURE_INTRINSICS.contains(intrinsic)
                || (!name.isEmpty() && isPause(callee));
    }

    /** What depends on a variable, by data and by control. */
    private static final class Slice {
        private final ControlFlow flow;
        private final LLVMValueRef variable;
        private final Set<Long> members = new HashSet<>();
        private final Deque<LLVMValueRef> pending = new ArrayDeque<>();
        private final BitSet guarded = new BitSet();
        private boolean isIdle = true;

        Slice(ControlFlow flow, LLVMValueRef variable) {
            this.flow = flow;
            this.variable = variable;
        }

        boolean isIdle() {
            add(variable);
            while (isIdle && !pending.isEmpty()) {
                for (LLVMValueRef user : BitcodeModule.users(pending.remove())) {
                    use(user);
                }
            }
            return isIdle && !decidesItsRounds();
        }

        /** Whether the thread changes the variable as often as the variable says, and does nothing meanwhile: it has to come to an end. */
        private boolean decidesItsRounds() {
            int block = flow.graph().number(LLVMGetInstructionParent(variable));
            return guarded.get(block)
                    && IntStream.range(0, LLVMCountIncoming(variable))
                            .map(i -> flow.graph().number(LLVMGetIncomingBlock(variable, i)))
                            .anyMatch(from -> flow.isWayBack(from, block) && guarded.get(from));
        }

        private void add(LLVMValueRef value) {
            if (members.add(value.address())) {
                pending.add(value);
            }
        }

        private void use(LLVMValueRef user) {
            if (LLVMIsAInstruction(user) == null) {
                isIdle = false;
                return;
            }
            switch (LLVMGetInstructionOpcode(user)) {
                case LLVMBr, LLVMSwitch -> branch(user);
                case LLVMStore -> stored(user);
                case LLVMCall -> {
                    isIdle &= isIdleCall(user);
                    add(user);
                }
                default -> {
                    isIdle &= isComputing(user);
                    add(user);
                }
            }
        }

        private static boolean isComputing(LLVMValueRef instruction) {
            return switch (LLVMGetInstructionOpcode(instruction)) {
                case LLVMAdd, LLVMSub, LLVMMul, LLVMShl, LLVMLShr, LLVMAShr, LLVMAnd, LLVMOr, LLVMXor -> true;
                case LLVMURem, LLVMUDiv, LLVMSRem, LLVMSDiv -> LLVMIsAConstantInt(LLVMGetOperand(instruction, 1))
                        != null;
                case LLVMTrunc, LLVMZExt, LLVMSExt, LLVMICmp, LLVMSelect, LLVMPHI, LLVMFreeze -> true;
                default -> false;
            };
        }

        /** In a variable of the function whose address is not needed: what is read from it depends on it as well. */
        private void stored(LLVMValueRef store) {
            LLVMValueRef place = LLVMGetOperand(store, 1);
            if (!isOwn(place)) {
                isIdle = false;
                return;
            }
            BitcodeModule.users(place).stream()
                    .filter(user -> LLVMIsALoadInst(user) != null)
                    .forEach(this::add);
        }

        private static boolean isOwn(LLVMValueRef place) {
            return LLVMIsAAllocaInst(place) != null
                    && BitcodeModule.users(place).stream()
                            .allMatch(user -> LLVMIsALoadInst(user) != null
                                    || (LLVMIsAStoreInst(user) != null
                                            && !LLVMGetOperand(user, 0).equals(place))
                                    || (LLVMIsACallInst(user) != null && isIdleCall(user)));
        }

        /** Whichever way is taken, the thread does nothing until the ways meet. */
        private void branch(LLVMValueRef branch) {
            LLVMBasicBlockRef block = LLVMGetInstructionParent(branch);
            int from = flow.graph().number(block);
            int join = flow.join(from);
            if (join < 0) {
                isIdle = false;
                return;
            }
            BitSet ways = flow.graph().between(from, join);
            guarded.or(ways);
            ways.stream().forEach(way -> BitcodeModule.instructions(flow.graph().block(way))
                    .forEach(this::onWay));
            for (LLVMValueRef phi : BitcodeModule.instructions(flow.graph().block(join))) {
                if (LLVMIsAPHINode(phi) != null && differs(phi, from, ways)) {
                    add(phi);
                }
            }
        }

        private void onWay(LLVMValueRef instruction) {
            switch (LLVMGetInstructionOpcode(instruction)) {
                case LLVMBr, LLVMSwitch -> {}
                case LLVMStore -> stored(instruction);
                case LLVMLoad -> {
                    isIdle &= isOwn(LLVMGetOperand(instruction, 0));
                    add(instruction);
                }
                case LLVMCall -> {
                    isIdle &= isIdleCall(instruction);
                    add(instruction);
                }
                default -> {
                    isIdle &= isComputing(instruction);
                    add(instruction);
                }
            }
        }

        /** Whether the value depends on which of the ways was taken. */
        private boolean differs(LLVMValueRef phi, int from, BitSet ways) {
            LLVMValueRef only = null;
            for (int i = 0; i < LLVMCountIncoming(phi); i++) {
                int way = flow.graph().number(LLVMGetIncomingBlock(phi, i));
                LLVMValueRef value = LLVMGetIncomingValue(phi, i);
                if (way == from || ways.get(way)) {
                    if (only != null && !only.equals(value)) {
                        return true;
                    }
                    only = value;
                }
            }
            return false;
        }
    }
}
