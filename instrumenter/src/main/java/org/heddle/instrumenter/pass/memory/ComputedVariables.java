package org.heddle.instrumenter.pass.memory;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMBuilderRef;
import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.pass.ir.Calls;
import org.heddle.instrumenter.pass.sites.Hook;

/**
 * The variables of a function whose memory is taken while it runs: arrays of a computed length, and what {@code alloca} gives. So that
 * the end of each can be announced, the function remembers where it is, how large, and which number it has among those taken; of one in
 * a loop, the latest. Addresses do not tell which ones a block gives back: the optimiser makes some into ordinary variables.
 */
final class ComputedVariables implements AutoCloseable {
    private static final String SAVE = "llvm.stacksave";
    private static final String RESTORE = "llvm.stackrestore";

    private final Instruments instruments;
    private final LLVMValueRef function;
    private final LLVMBuilderRef builder;
    private final LLVMTypeRef pointer;
    private final LLVMTypeRef longWord;
    private final List<Slots> slots = new ArrayList<>();

    /**
     * What is remembered of a variable, each in a variable of the function.
     *
     * @param address where it is
     * @param size in bytes; 0 where it is not
     * @param number how many the function had taken then, it included
     */
    private record Slots(LLVMValueRef address, LLVMValueRef size, LLVMValueRef number) {}

    /** Lets the function remember what these instructions allocate. */
    ComputedVariables(Instruments instruments, LLVMValueRef function, List<LLVMValueRef> allocations) {
        this.instruments = instruments;
        this.function = function;
        LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
        builder = LLVMCreateBuilderInContext(context);
        pointer = LLVMPointerTypeInContext(context, 0);
        longWord = LLVMInt64TypeInContext(context);
        if (!allocations.isEmpty()) {
            LLVMValueRef taken = slot(longWord);
            allocations.forEach(allocation -> remember(allocation, taken));
            announceBlocks(taken);
        }
    }

    /** A variable of the function that is zero at first. */
    private LLVMValueRef slot(LLVMTypeRef type) {
        LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
        LLVMValueRef slot = LLVMBuildAlloca(builder, type, "");
        LLVMBuildStore(builder, LLVMConstNull(type), slot);
        return slot;
    }

    private void remember(LLVMValueRef allocation, LLVMValueRef taken) {
        Slots of = new Slots(slot(pointer), slot(longWord), slot(longWord));
        LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(allocation));
        LLVMValueRef number = LLVMBuildAdd(builder, load(taken), constant(1), "");
        LLVMBuildStore(builder, number, taken);
        LLVMBuildStore(builder, number, of.number());
        long element = LLVMABISizeOfType(instruments.layout(), LLVMGetAllocatedType(allocation));
        LLVMValueRef count = LLVMBuildIntCast2(builder, LLVMGetOperand(allocation, 0), longWord, 0, "");
        LLVMValueRef size = LLVMBuildMul(builder, count, constant(element), "");
        LLVMValueRef most = constant(LeftVariables.MOST_BYTES);
        LLVMValueRef isSmall = LLVMBuildICmp(builder, LLVMIntULT, size, most, "");
        LLVMBuildStore(builder, allocation, of.address());
        LLVMBuildStore(builder, LLVMBuildSelect(builder, isSmall, size, most, ""), of.size());
        slots.add(of);
    }

    /** Announces those that end with their block: the stack goes back to where it was before them. */
    private void announceBlocks(LLVMValueRef taken) {
        Map<LLVMValueRef, LLVMValueRef> numbers = new HashMap<>(); // by what saved the stack; it is a register by now
        calls(SAVE).forEach(save -> {
            LLVMValueRef number = slot(longWord);
            LLVMPositionBuilderBefore(builder, save);
            LLVMBuildStore(builder, load(taken), number);
            numbers.put(save, number);
        });
        calls(RESTORE).forEach(restore -> {
            LLVMValueRef number = numbers.get(LLVMGetOperand(restore, 0));
            if (number != null) {
                announceBlock(restore, number);
            }
        });
    }

    private List<LLVMValueRef> calls(String intrinsic) {
        List<LLVMValueRef> found = new ArrayList<>();
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b != null; b = LLVMGetNextBasicBlock(b)) {
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != null; i = LLVMGetNextInstruction(i)) {
                if (LLVMIsACallInst(i) != null && Calls.directCallee(i).startsWith(intrinsic)) {
                    found.add(i);
                }
            }
        }
        return found;
    }

    private void announceBlock(LLVMValueRef restore, LLVMValueRef number) {
        LLVMValueRef site = instruments.table().address(instruments.positions().end(restore));
        for (Slots of : slots) {
            LLVMPositionBuilderBefore(builder, restore);
            LLVMValueRef size = load(of.size());
            LLVMValueRef ends = LLVMBuildICmp(builder, LLVMIntUGT, load(of.number()), load(number), "");
            LLVMValueRef left = LLVMBuildSelect(builder, ends, size, constant(0), "");
            LLVMBuildStore(builder, LLVMBuildSub(builder, size, left, ""), of.size());
            announce(restore, of, left, site);
        }
    }

    /** Announces those that are still there before this end of the function. */
    void announceAll(LLVMValueRef end, LLVMValueRef site) {
        for (Slots of : slots) {
            LLVMPositionBuilderBefore(builder, end);
            announce(end, of, load(of.size()), site);
        }
    }

    private void announce(LLVMValueRef before, Slots of, LLVMValueRef size, LLVMValueRef site) {
        LLVMValueRef address = LLVMBuildLoad2(builder, pointer, of.address(), "");
        instruments.hooks().before(before);
        instruments.hooks().call(Hook.LEAVE, address, size, site);
    }

    private LLVMValueRef load(LLVMValueRef slot) {
        return LLVMBuildLoad2(builder, longWord, slot, "");
    }

    private LLVMValueRef constant(long value) {
        return LLVMConstInt(longWord, value, 0);
    }

    @Override
    public void close() {
        LLVMDisposeBuilder(builder);
    }
}
