package org.heddle.instrumenter.pass;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.pass.assertions.FailedAssertions;
import org.heddle.instrumenter.pass.calls.CallInstrumenter;
import org.heddle.instrumenter.pass.calls.Unvaried;
import org.heddle.instrumenter.pass.ir.CalleeNames;
import org.heddle.instrumenter.pass.loops.Counting;
import org.heddle.instrumenter.pass.loops.EndlessLoops;
import org.heddle.instrumenter.pass.loops.LockAlgorithm;
import org.heddle.instrumenter.pass.memory.AddressComparisons;
import org.heddle.instrumenter.pass.memory.Instruments;
import org.heddle.instrumenter.pass.memory.LeftVariables;
import org.heddle.instrumenter.pass.memory.MemoryOrders;
import org.heddle.instrumenter.pass.memory.OwnMemory;
import org.heddle.instrumenter.pass.memory.StaticGuards;
import org.heddle.instrumenter.pass.memory.VariableBounds;
import org.heddle.instrumenter.pass.memory.VtablePointers;
import org.heddle.instrumenter.pass.sites.Hook;
import org.heddle.instrumenter.pass.sites.HookCalls;
import org.heddle.instrumenter.pass.sites.SiteKind;

/** Instruments the functions of a module, one after the other. */
final class FunctionInstrumenter {
    private static final String DEBUG = "llvm.dbg.";

    private final Instruments instruments;
    private final HookCalls hooks;
    private final CallInstrumenter calls;
    private final OwnMemory own;
    private final VariableBounds bounds;
    private final EndlessLoops endless;
    private final LeftVariables left;
    private final MainReturns returns;
    private final FailedAssertions assertions;
    private final CalleeNames callees = new CalleeNames();
    private final Unvaried unvaried;
    private final boolean isWrittenForX86;

    /**
     * An instrumenter.
     *
     * @param context of the module
     * @param instruments of the module
     * @param interposed functions whose calls are announced
     * @param unvaried operations of the module of which not every outcome is explored
     * @param isWrittenForX86 whether volatile accesses are single instructions with the order of x86, as those of the module's inline
     *     assembly are
     */
    FunctionInstrumenter(
            LLVMContextRef context,
            Instruments instruments,
            Set<String> interposed,
            Unvaried unvaried,
            boolean isWrittenForX86) {
        this.assertions = new FailedAssertions(context, instruments);
        this.unvaried = unvaried;
        this.isWrittenForX86 = isWrittenForX86;
        this.instruments = instruments;
        this.hooks = instruments.hooks();
        this.endless = new EndlessLoops(instruments);
        this.left = new LeftVariables(instruments);
        this.returns = new MainReturns(instruments);
        this.bounds = new VariableBounds(instruments);
        this.own = new OwnMemory(instruments.memory(), hooks);
        this.calls = new CallInstrumenter(instruments, interposed, unvaried);
    }

    /** Instruments a function; of an exempt one only atomics and calls. */
    void instrument(LLVMValueRef function, boolean exempt) {
        instruments.positions().enterFunction(function);
        instruments.expressions().enterFunction();
        hooks.enterFunction(function);
        if (!exempt) {
            left.enterFunction(function);
        }
        List<Visit> visits = new ArrayList<>();
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b != null; b = LLVMGetNextBasicBlock(b)) {
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != null; i = LLVMGetNextInstruction(i)) {
                plan(i, visits);
            }
        }
        boolean tries = LockAlgorithm.locksSeveral(function);
        for (Visit visit : visits) {
            if (tries && visit.isCall()) {
                hooks.before(visit.instruction());
                hooks.call(Hook.CHANGED);
            }
            visit(visit, exempt);
        }
        LockAlgorithm.bracket(function, hooks);
        endless.announce(function);
        returns.announce(function);
        if (!exempt) {
            left.announce(function);
        }
        assertions.announce(
                function,
                visits.stream()
                        .filter(visit -> FailedAssertions.isFailure(visit.callee()))
                        .map(Visit::instruction)
                        .toList());
        hooks.leaveFunction();
    }

    /** An instruction that may touch memory, or compares addresses; the callee is empty where it calls nothing by its name. */
    private record Visit(LLVMValueRef instruction, int opcode, String callee) {
        boolean isCall() {
            return opcode == LLVMCall || opcode == LLVMInvoke;
        }
    }

    /** Debug intrinsics, which touch nothing, tell of names that all instructions of the function need. */
    private void plan(LLVMValueRef instruction, List<Visit> visits) {
        int opcode = LLVMGetInstructionOpcode(instruction);
        switch (opcode) {
            case LLVMLoad, LLVMStore, LLVMAtomicRMW, LLVMAtomicCmpXchg, LLVMFence -> visits.add(
                    new Visit(instruction, opcode, ""));
            case LLVMCall, LLVMInvoke, LLVMCallBr -> {
                String callee = callees.of(instruction);
                if (callee.startsWith(DEBUG)) {
                    instruments.expressions().note(instruction, callee);
                } else {
                    visits.add(new Visit(instruction, opcode, callee));
                }
            }
            case LLVMICmp -> {
                if (AddressComparisons.comparesAddresses(instruction, instruments.layout())) {
                    visits.add(new Visit(instruction, opcode, ""));
                }
            }
            default -> {
                // touches no memory
            }
        }
    }

    private void visit(Visit visit, boolean exempt) {
        LLVMValueRef instruction = visit.instruction();
        if (!exempt) {
            bounds.look(instruction);
        }
        switch (visit.opcode()) {
            case LLVMLoad -> load(instruction, exempt);
            case LLVMStore -> store(instruction, exempt);
            case LLVMAtomicRMW -> readModifyWrite(instruction);
            case LLVMAtomicCmpXchg -> compareAndSwap(instruction);
            case LLVMFence -> fence(instruction);
            case LLVMICmp -> comparison(instruction, exempt);
            default -> calls.instrument(instruction, visit.callee(), exempt);
        }
    }

    private void load(LLVMValueRef load, boolean exempt) {
        LLVMValueRef address = LLVMGetOperand(load, 0);
        long size = LLVMStoreSizeOfType(instruments.layout(), LLVMTypeOf(load));
        if (StaticGuards.isLook(load)) {
            StaticGuards.takeAway(load);
        } else if (LLVMGetOrdering(load) != LLVMAtomicOrderingNotAtomic) {
            atomicLoad(load, address, size, MemoryOrders.ofOrdering(LLVMGetOrdering(load)));
        } else if (isOneInstruction(load, size)) {
            atomicLoad(load, address, size, MemoryOrders.ACQUIRE | MemoryOrders.X86);
        } else if (!exempt) {
            plain(Hook.READ, Counting.reads(load) ? SiteKind.COUNTING_READ : SiteKind.READ, load, address, size);
        }
    }

    private void store(LLVMValueRef store, boolean exempt) {
        LLVMValueRef value = LLVMGetOperand(store, 0);
        LLVMValueRef address = LLVMGetOperand(store, 1);
        long size = LLVMStoreSizeOfType(instruments.layout(), LLVMTypeOf(value));
        if (LLVMGetOrdering(store) != LLVMAtomicOrderingNotAtomic) {
            atomicStore(store, address, value, size, MemoryOrders.ofOrdering(LLVMGetOrdering(store)));
        } else if (isOneInstruction(store, size)) {
            atomicStore(store, address, value, size, MemoryOrders.RELEASE | MemoryOrders.X86);
        } else if (size > 0 && (exempt || !instruments.memory().mayBeShared(address))) {
            own.stored(store, address, value, size);
        } else if (VtablePointers.isVtablePointer(value)) {
            LLVMValueRef site = instruments.site(store, SiteKind.WRITE, address, size);
            hooks.before(store);
            hooks.call(Hook.WRITE, address, hooks.sizeIfOther(address, value, size), site);
        } else {
            plain(Hook.WRITE, Counting.writes(store) ? SiteKind.COUNTING_WRITE : SiteKind.WRITE, store, address, size);
        }
    }

    private boolean isOneInstruction(LLVMValueRef access, long size) {
        return isWrittenForX86 && size > 0 && size <= Long.BYTES && LLVMGetVolatile(access) != 0;
    }

    private void plain(Hook hook, SiteKind kind, LLVMValueRef access, LLVMValueRef address, long size) {
        if (size == 0 || !instruments.memory().mayBeShared(address)) {
            return;
        }
        LLVMValueRef site = instruments.site(access, kind, address, size);
        hooks.before(access);
        hooks.call(hook, address, hooks.size(size), site);
    }

    private void atomicLoad(LLVMValueRef load, LLVMValueRef address, long size, int order) {
        if (!instruments.memory().mayBeShared(address)) {
            return;
        }
        LLVMValueRef site = instruments.site(load, SiteKind.ATOMIC, address, size);
        hooks.before(load);
        int known = CxxWaits.isLook(load, instruments.positions()) ? MemoryOrders.OWN : order;
        hooks.take(load, 0, hooks.call(Hook.ATOMIC_LOAD, address, hooks.size(size), hooks.order(known), site));
    }

    private void atomicStore(LLVMValueRef store, LLVMValueRef address, LLVMValueRef value, long size, int order) {
        if (!instruments.memory().mayBeShared(address)) {
            own.stored(store, address, value, size);
            return;
        }
        LLVMValueRef site = instruments.site(store, SiteKind.ATOMIC, address, size);
        hooks.before(store);
        LLVMValueRef place =
                hooks.call(Hook.ATOMIC_STORE, address, hooks.size(size), hooks.bits(value), hooks.order(order), site);
        hooks.take(store, 1, place);
    }

    private void readModifyWrite(LLVMValueRef operation) {
        LLVMValueRef address = LLVMGetOperand(operation, 0);
        LLVMValueRef operand = LLVMGetOperand(operation, 1);
        if (!instruments.memory().mayBeShared(address)) {
            own.changed(operation, address);
            return;
        }
        long size = LLVMStoreSizeOfType(instruments.layout(), LLVMTypeOf(operand));
        SiteKind counting = Counting.adds(operation) ? SiteKind.ADDING_ATOMIC : SiteKind.COUNTING_ATOMIC;
        SiteKind kind = Counting.changes(operation) ? counting : SiteKind.ATOMIC;
        LLVMValueRef site = instruments.site(operation, kind, address, size);
        hooks.before(operation);
        LLVMValueRef order = hooks.order(MemoryOrders.ofOrdering(LLVMGetOrdering(operation)));
        hooks.take(
                operation, 0, hooks.call(Hook.ATOMIC_RMW, address, hooks.size(size), hooks.bits(operand), order, site));
    }

    private void compareAndSwap(LLVMValueRef operation) {
        LLVMValueRef address = LLVMGetOperand(operation, 0);
        if (!instruments.memory().mayBeShared(address)) {
            own.changed(operation, address);
            return;
        }
        LLVMValueRef expected = LLVMGetOperand(operation, 1);
        LLVMTypeRef type = LLVMTypeOf(expected);
        long size = LLVMStoreSizeOfType(instruments.layout(), type);
        SiteKind kind = unvaried.isOne(operation) ? SiteKind.UNVARIED : SiteKind.ATOMIC;
        LLVMValueRef site = instruments.site(operation, kind, address, size);
        hooks.before(operation);
        boolean mayFail = LLVMGetWeak(operation) != 0 && size <= Long.BYTES;
        LLVMValueRef given = hooks.call(
                mayFail ? Hook.WEAK_CAS : Hook.ATOMIC_CAS,
                address,
                hooks.size(size),
                hooks.bits(expected),
                hooks.bits(LLVMGetOperand(operation, 2)),
                hooks.order(MemoryOrders.ofOrdering(LLVMGetCmpXchgSuccessOrdering(operation))),
                hooks.order(MemoryOrders.ofOrdering(LLVMGetCmpXchgFailureOrdering(operation))),
                site);
        if (mayFail) {
            LLVMSetOperand(operation, 1, hooks.ofBits(given, type));
        }
        hooks.take(operation, 0, mayFail ? hooks.call(Hook.WEAK_CAS_PLACE, address) : given);
    }

    private void comparison(LLVMValueRef comparison, boolean exempt) {
        if (!exempt) {
            LLVMValueRef site = instruments.named(comparison, SiteKind.READ, "");
            hooks.before(comparison);
            LLVMValueRef one = hooks.bits(LLVMGetOperand(comparison, 0));
            hooks.call(Hook.COMPARE, one, hooks.bits(LLVMGetOperand(comparison, 1)), site);
        }
    }

    /** Fences against signal handlers of the same thread order nothing between threads. */
    private void fence(LLVMValueRef fence) {
        if (LLVMIsAtomicSingleThread(fence) != 0) {
            return;
        }
        String name = "atomic_thread_fence";
        LLVMValueRef site = instruments.named(fence, SiteKind.ATOMIC, name);
        hooks.before(fence);
        hooks.call(Hook.FENCE, hooks.order(MemoryOrders.ofOrdering(LLVMGetOrdering(fence))), site);
    }
}
