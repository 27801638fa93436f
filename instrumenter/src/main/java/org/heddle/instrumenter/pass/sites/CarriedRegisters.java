package org.heddle.instrumenter.pass.sites;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.pass.assembly.AssemblyRegisters;
import org.heddle.instrumenter.pass.ir.BitcodeModule;
import org.heddle.instrumenter.pass.ir.BlockGraph;

/**
 * Where the inline assembly of a module may carry a value in a register from one statement to the next. The compiler knows nothing of
 * it and leaves such a register alone; the hooks have to do so, too. It may where a statement that names the register comes before, and
 * one after. Those in functions that may become part of their callers count as the callers', as far as they tell the compiler nothing.
 */
final class CarriedRegisters {
    private static final Set<Integer> LOCAL = Set.of(
            LLVMInternalLinkage,
            LLVMPrivateLinkage,
            LLVMLinkOnceODRLinkage,
            LLVMLinkOnceAnyLinkage,
            LLVMAvailableExternallyLinkage);

    /** The registers of {@link AssemblyRegisters} and their sizes. */
    private final Map<Long, Map<String, Integer>> byFunction = new HashMap<>();

    private final Map<Long, Map<String, Integer>> byInstruction = new HashMap<>();

    /** Those at each instruction of a function; none of an instruction that is not its own yet. */
    Map<Long, Map<String, Integer>> of(LLVMValueRef function) {
        byInstruction.clear();
        Map<String, Integer> all = new TreeMap<>();
        Map<Long, Map<String, Integer>> naming = new HashMap<>();
        for (LLVMValueRef instruction : BitcodeModule.instructions(function)) {
            Map<String, Integer> named = namedBy(instruction);
            if (!named.isEmpty()) {
                naming.put(instruction.address(), named);
                named.forEach((register, width) -> all.merge(register, width, Math::max));
            }
        }
        if (all.isEmpty()) {
            return Map.of();
        }
        BlockGraph graph = new BlockGraph(function);
        Set<String> shared = namedWithin(function).keySet();
        for (Map.Entry<String, Integer> register : all.entrySet()) {
            place(register.getKey(), register.getValue(), graph, naming, shared.contains(register.getKey()));
        }
        return Map.copyOf(byInstruction);
    }

    private void place(
            String register, int width, BlockGraph graph, Map<Long, Map<String, Integer>> naming, boolean joins) {
        List<List<LLVMValueRef>> blocks = new ArrayList<>();
        BitSet with = new BitSet();
        for (int b = 0; b < graph.size(); b++) {
            blocks.add(BitcodeModule.instructions(graph.block(b)));
            with.set(b, blocks.get(b).stream().anyMatch(i -> names(i, register, naming)));
        }
        BitSet after = new BitSet();
        with.stream().forEach(block -> after.or(graph.from(block)));
        BitSet ends = graph.ends();
        BitSet later = new BitSet();
        later.or(with);
        if (joins) {
            later.or(ends);
            if (with.get(0) || isAlwaysThere(register, width)) {
                after.set(0);
                after.or(graph.from(0));
            }
        }
        BitSet leading = graph.leadingTo(later);
        for (int b = 0; b < graph.size(); b++) {
            List<LLVMValueRef> block = blocks.get(b);
            boolean[] laterFrom = new boolean[block.size() + 1];
            laterFrom[block.size()] = graph.successors(b).stream().anyMatch(leading::get) || (joins && ends.get(b));
            for (int i = block.size() - 1; i >= 0; i--) {
                laterFrom[i] = laterFrom[i + 1] || names(block.get(i), register, naming);
            }
            boolean isAfter = after.get(b);
            for (int i = 0; i < block.size(); i++) {
                if (isAfter && laterFrom[i]) {
                    byInstruction
                            .computeIfAbsent(block.get(i).address(), key -> new TreeMap<>())
                            .put(register, width);
                }
                isAfter |= names(block.get(i), register, naming);
            }
        }
    }

    /** Whether every processor has it, so that code may save it before the program has looked. */
    private static boolean isAlwaysThere(String register, int width) {
        return width <= 16 && !register.startsWith("k");
    }

    private static boolean names(LLVMValueRef instruction, String register, Map<Long, Map<String, Integer>> naming) {
        return naming.getOrDefault(instruction.address(), Map.of()).containsKey(register);
    }

    private Map<String, Integer> namedBy(LLVMValueRef instruction) {
        LLVMValueRef callee = callee(instruction);
        if (callee == null) {
            return Map.of();
        }
        LLVMValueRef inline = LLVMIsAInlineAsm(callee);
        return inline != null ? AssemblyRegisters.named(inline) : namedWithin(callee);
    }

    private static LLVMValueRef callee(LLVMValueRef instruction) {
        int opcode = LLVMGetInstructionOpcode(instruction);
        return opcode == LLVMCall || opcode == LLVMInvoke || opcode == LLVMCallBr
                ? LLVMGetCalledValue(instruction)
                : null;
    }

    /** What a function that may join its callers names without telling the compiler, itself or by others. */
    private Map<String, Integer> namedWithin(LLVMValueRef function) {
        if (LLVMIsAFunction(function) == null || LLVMIsDeclaration(function) != 0 || !mayJoinItsCallers(function)) {
            return Map.of();
        }
        Map<String, Integer> known = byFunction.get(function.address());
        if (known != null) {
            return known;
        }
        byFunction.put(function.address(), Map.of()); // of a recursion
        Map<String, Integer> found = new TreeMap<>();
        for (LLVMValueRef instruction : BitcodeModule.instructions(function)) {
            LLVMValueRef callee = callee(instruction);
            if (callee != null) {
                LLVMValueRef inline = LLVMIsAInlineAsm(callee);
                Map<String, Integer> here = inline != null ? AssemblyRegisters.undeclared(inline) : namedWithin(callee);
                here.forEach((register, width) -> found.merge(register, width, Math::max));
            }
        }
        byFunction.put(function.address(), found);
        return found;
    }

    /** What only this module calls, or any module has for itself. */
    private static boolean mayJoinItsCallers(LLVMValueRef function) {
        return LOCAL.contains(LLVMGetLinkage(function)) && LLVMGetFirstUse(function) != null;
    }
}
