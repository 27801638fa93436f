package org.heddle.instrumenter.pass.ir;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/** The blocks of a function and the ways between them. Blocks are numbers; 0 is the entry. */
public final class BlockGraph {
    private static final int NONE = -1;

    private final List<LLVMBasicBlockRef> blocks = new ArrayList<>();
    private final Map<Long, Integer> numbers = new HashMap<>();
    private final List<List<Integer>> successors = new ArrayList<>();
    private final List<List<Integer>> predecessors = new ArrayList<>();

    /** The graph of a function that has a body. */
    public BlockGraph(LLVMValueRef function) {
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b != null; b = LLVMGetNextBasicBlock(b)) {
            numbers.put(b.address(), blocks.size());
            blocks.add(b);
            successors.add(new ArrayList<>());
            predecessors.add(new ArrayList<>());
        }
        for (int from = 0; from < blocks.size(); from++) {
            LLVMValueRef last = LLVMGetBasicBlockTerminator(blocks.get(from));
            for (int i = 0; i < LLVMGetNumSuccessors(last); i++) {
                int to = number(LLVMGetSuccessor(last, i));
                successors.get(from).add(to);
                predecessors.get(to).add(from);
            }
        }
    }

    /** How many blocks the function has. */
    public int size() {
        return blocks.size();
    }

    /** The number of a block, from 0; the entry has 0. */
    public int number(LLVMBasicBlockRef block) {
        return numbers.get(block.address());
    }

    /** The block with this number. */
    public LLVMBasicBlockRef block(int number) {
        return blocks.get(number);
    }

    /** The blocks that control may pass to at the end of this one. */
    public List<Integer> successors(int block) {
        return successors.get(block);
    }

    /** The blocks from whose ends control may come to this one. */
    public List<Integer> predecessors(int block) {
        return predecessors.get(block);
    }

    /** Those from which no way leads on: the ends of the function. */
    public BitSet ends() {
        BitSet ends = new BitSet();
        for (int block = 0; block < size(); block++) {
            ends.set(block, successors(block).isEmpty());
        }
        return ends;
    }

    /** These, and all from which some way leads to one of them. */
    public BitSet leadingTo(BitSet targets) {
        return reached(targets.stream().boxed().toList(), NONE, this::predecessors);
    }

    /** Those that some way from a block leads to; the block itself only if a way comes back to it. */
    public BitSet from(int block) {
        return between(block, NONE);
    }

    /** The blocks on the ways from one to another, without that; the first itself only if a way comes back to it. */
    public BitSet between(int block, int join) {
        return reached(successors(block), join, this::successors);
    }

    private static BitSet reached(List<Integer> starts, int without, IntFunction<List<Integer>> next) {
        BitSet found = new BitSet();
        List<Integer> pending = new ArrayList<>(starts);
        while (!pending.isEmpty()) {
            int other = pending.remove(pending.size() - 1);
            if (other != without && !found.get(other)) {
                found.set(other);
                pending.addAll(next.apply(other));
            }
        }
        return found;
    }

    /** Whether every way from the entry to a block passes the first one, which may be the same. */
    public boolean isBefore(int first, int block) {
        return first == block || first == 0 || !(block == 0 || between(0, first).get(block));
    }
}
