package org.heddle.instrumenter.pass;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bytedeco.llvm.LLVM.LLVMMetadataRef;
import org.bytedeco.llvm.LLVM.LLVMModuleRef;
import org.bytedeco.llvm.LLVM.LLVMTargetDataRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.names.Expressions;
import org.heddle.instrumenter.pass.calls.InlineAssembly;
import org.heddle.instrumenter.pass.calls.Unvaried;
import org.heddle.instrumenter.pass.descriptors.DescriptorNumbers;
import org.heddle.instrumenter.pass.ir.BitcodeModule;
import org.heddle.instrumenter.pass.ir.InstrumentationException;
import org.heddle.instrumenter.pass.loops.BackOff;
import org.heddle.instrumenter.pass.loops.CountedNumbers;
import org.heddle.instrumenter.pass.loops.LocalCounts;
import org.heddle.instrumenter.pass.loops.SpinsOfCxx;
import org.heddle.instrumenter.pass.memory.EscapeAnalysis;
import org.heddle.instrumenter.pass.memory.Instruments;
import org.heddle.instrumenter.pass.memory.SharedMemory;
import org.heddle.instrumenter.pass.sites.HookCalls;
import org.heddle.instrumenter.pass.sites.KeptRecords;
import org.heddle.instrumenter.pass.sites.Positions;
import org.heddle.instrumenter.pass.sites.SiteTable;

/**
 * Puts a call of a hook before everything that touches memory other threads may reach, and before calls of functions
 * that the checker interposes. Runs on unoptimised code, so that each access of the source is seen; only locals whose address
 * is never needed become registers first.
 */
public final class AccessPass {
    private static final String CLEAN_UP = "function(sroa)";
    private static final String MARK = "heddle";

    private final Set<String> interposed;
    private final LineNotes notes;
    private final boolean copies;
    private final Optional<String> begin;

    /** A pass that says nowhere that exploring begins. */
    public AccessPass(Set<String> interposed, LineNotes notes, boolean copies) {
        this(interposed, notes, copies, Optional.empty());
    }

    /**
     * A pass.
     *
     * @param interposed functions whose calls are announced
     * @param notes whether functions note which of their lines run
     * @param copies whether functions have a copy without hooks, for where no checker listens
     * @param begin the function with whose start exploring begins, if one is named
     */
    public AccessPass(Set<String> interposed, LineNotes notes, boolean copies, Optional<String> begin) {
        this.begin = begin;
        this.interposed = Set.copyOf(interposed);
        this.notes = notes;
        this.copies = copies;
    }

    /**
     * Instruments the module, unless that has been done before.
     *
     * @throws InstrumentationException if LLVM finds the module malformed, before or after
     */
    public void run(BitcodeModule module) throws InstrumentationException {
        LLVMModuleRef ir = module.module();
        if (LLVMGetModuleFlag(ir, MARK, MARK.length()) != null) {
            return;
        }
        List<LLVMValueRef> functions = module.definitions();
        begin.ifPresent(name -> BeginFunction.mark(module, functions, name));
        Positions positions = new Positions(module.context());
        try (RanLines lines = new RanLines(module, positions, notes)) {
            List<List<RanLines.Piece>> pieces =
                    functions.stream().map(lines::pieces).toList();
            run(module, functions, positions);
            for (int n = 0; n < functions.size(); n++) {
                lines.note(functions.get(n), pieces.get(n));
            }
        }
        module.verify();
    }

    private void run(BitcodeModule module, List<LLVMValueRef> functions, Positions positions)
            throws InstrumentationException {
        LLVMModuleRef ir = module.module();
        List<LLVMValueRef> counting = functions.stream()
                .filter(function -> LocalCounts.place(function, module.context()))
                .toList();
        module.runPasses(CLEAN_UP);
        functions.forEach(BackOff::settle);
        functions.forEach(AtomicSharedPointers::settle);
        functions.forEach(SpinsOfCxx::settle);
        DescriptorNumbers.mark(module, functions);
        boolean isWrittenForX86 = hasAssembly(functions, module.layout());
        boolean records = LLVMIsNewDbgInfoFormat(ir) != 0;
        LLVMSetIsNewDbgInfoFormat(ir, 0);
        instrument(module, functions, counting, positions, isWrittenForX86);
        LLVMSetIsNewDbgInfoFormat(ir, records ? 1 : 0);
        LLVMMetadataRef one = LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(module.context()), 1, 0));
        LLVMAddModuleFlag(ir, LLVMModuleFlagBehaviorWarning, MARK, MARK.length(), one);
    }

    /** Whether some inline assembly accesses memory that others may see, or is a fence. */
    private static boolean hasAssembly(List<LLVMValueRef> functions, LLVMTargetDataRef layout) {
        SharedMemory memory = new SharedMemory(layout, new EscapeAnalysis());
        return functions.stream()
                .flatMap(function -> BitcodeModule.instructions(function).stream())
                .anyMatch(instruction -> InlineAssembly.isForOthers(instruction, memory, layout));
    }

    /** Whether some plain load or store of the function has a hook. */
    private static boolean accessesShared(LLVMValueRef function, SharedMemory memory) {
        return BitcodeModule.instructions(function).stream()
                .anyMatch(i -> (LLVMIsALoadInst(i) != null && memory.mayBeShared(LLVMGetOperand(i, 0)))
                        || (LLVMIsAStoreInst(i) != null && memory.mayBeShared(LLVMGetOperand(i, 1))));
    }

    private void instrument(
            BitcodeModule module,
            List<LLVMValueRef> functions,
            List<LLVMValueRef> counting,
            Positions positions,
            boolean isWrittenForX86) {
        Set<Long> exempt = new ExemptFunctions(module).addresses();
        SharedMemory memory = new SharedMemory(module.layout(), new EscapeAnalysis());
        Expressions expressions = new Expressions(module.context(), module.module());
        Unvaried unvaried = new Unvaried(functions, memory);
        SiteTable table = new SiteTable(module.context(), module.module());
        try (HookCalls hooks = new HookCalls(module)) {
            Instruments instruments = new Instruments(module.layout(), memory, expressions, positions, table, hooks);
            FunctionInstrumenter instrumenter =
                    new FunctionInstrumenter(module.context(), instruments, interposed, unvaried, isWrittenForX86);
            for (LLVMValueRef function : counting) {
                hooks.enterFunction(function);
                LocalCounts.announce(function, hooks);
            }
            AtomicFunctions steps = new AtomicFunctions(module);
            for (LLVMValueRef function : functions) {
                boolean isExempt = exempt.contains(function.address());
                PlainCopy copy =
                        copies && !isExempt && accessesShared(function, memory) ? PlainCopy.of(module, function) : null;
                instrumenter.instrument(function, isExempt);
                CountedNumbers.hide(function, module.context());
                SeenFunctions.mark(module, function);
                steps.bracket(function);
                if (copy != null) {
                    copy.join();
                }
            }
        }
        List<LLVMValueRef> kept = new ArrayList<>();
        expressions.globals(module.module()).forEach(global -> kept.add(table.variable(global)));
        KeptRecords.keep(module, kept);
    }
}
