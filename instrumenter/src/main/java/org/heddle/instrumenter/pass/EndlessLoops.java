package org.heddle.instrumenter.pass;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * Announces the rounds of loops that have no end and in which nothing else is announced: a thread that can be cancelled anywhere ends
 * there.
 */
final class EndlessLoops {
    private static final String NAME = "endless loop";

    private final Instruments instruments;

    EndlessLoops(Instruments instruments) {
        this.instruments = instruments;
    }

    /** To be called after all else is announced. */
    void announce(LLVMValueRef function) {
        List<LLVMBasicBlockRef> blocks = new ArrayList<>();
        Map<Long, Integer> numbers = new HashMap<>();
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b != null; b = LLVMGetNextBasicBlock(b)) {
            numbers.put(b.address(), blocks.size());
            blocks.add(b);
        }
        BitSet settled = ending(blocks, numbers);
        for (int block = settled.nextClearBit(0); block < blocks.size(); block = settled.nextClearBit(block + 1)) {
            BitSet round = reached(block, blocks, numbers);
            if (round.get(block) && round.stream().allMatch(other -> isSilent(blocks.get(other)))) {
                LLVMValueRef first = firstBehindPhis(blocks.get(block));
                LLVMValueRef site = instruments.named(first, SiteKind.CALL, NAME);
                instruments.hooks().before(first);
                instruments.hooks().call(Hook.CALL, site);
                settled.or(round);
            }
        }
    }

    /** Those from which some way leads out of the function. */
    private static BitSet ending(List<LLVMBasicBlockRef> blocks, Map<Long, Integer> numbers) {
        BitSet ending = new BitSet();
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int block = blocks.size() - 1; block >= 0; block--) {
                LLVMValueRef last = LLVMGetBasicBlockTerminator(blocks.get(block));
                int ways = LLVMGetNumSuccessors(last);
                boolean ends = ways == 0;
                for (int i = 0; i < ways; i++) {
                    ends |= ending.get(numbers.get(LLVMGetSuccessor(last, i).address()));
                }
                changed |= ends && !ending.get(block);
                ending.set(block, ends);
            }
        }
        return ending;
    }

    /** Those that are reached from a block; it is one of them where a way leads back. */
    private static BitSet reached(int from, List<LLVMBasicBlockRef> blocks, Map<Long, Integer> numbers) {
        BitSet found = new BitSet();
        List<Integer> pending = new ArrayList<>(List.of(from));
        while (!pending.isEmpty()) {
            LLVMValueRef last = LLVMGetBasicBlockTerminator(blocks.get(pending.remove(pending.size() - 1)));
            for (int i = 0; i < LLVMGetNumSuccessors(last); i++) {
                int to = numbers.get(LLVMGetSuccessor(last, i).address());
                if (!found.get(to)) {
                    found.set(to);
                    pending.add(to);
                }
            }
        }
        return found;
    }

    private static boolean isSilent(LLVMBasicBlockRef block) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i != null; i = LLVMGetNextInstruction(i)) {
            if (LLVMIsACallInst(i) != null
                    && LLVMIsAInlineAsm(LLVMGetCalledValue(i)) == null
                    && LLVMIsAIntrinsicInst(i) == null) {
                return false;
            }
        }
        return true;
    }

    private static LLVMValueRef firstBehindPhis(LLVMBasicBlockRef block) {
        LLVMValueRef first = LLVMGetFirstInstruction(block);
        while (LLVMIsAPHINode(first) != null) {
            first = LLVMGetNextInstruction(first);
        }
        return first;
    }
}
