package org.heddle.instrumenter.pass;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * Which blocks of a function come before which others on every way, and after them. Blocks are numbers; 0 is the entry. Where a loop
 * has no end, its way back counts as one out of the function.
 */
final class ControlFlow {
    private static final int NONE = -1;

    private final List<LLVMBasicBlockRef> blocks = new ArrayList<>();
    private final Map<Long, Integer> numbers = new HashMap<>();
    private final List<List<Integer>> successors = new ArrayList<>();
    private final List<List<Integer>> predecessors = new ArrayList<>();
    private final BitSet[] dominators;
    private final BitSet[] postDominators;

    ControlFlow(LLVMValueRef function) {
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
        BitSet entry = new BitSet();
        entry.set(0);
        dominators = solve(predecessors, entry);
        postDominators = solve(successors, exits());
    }

    int number(LLVMBasicBlockRef block) {
        return numbers.get(block.address());
    }

    LLVMBasicBlockRef block(int number) {
        return blocks.get(number);
    }

    List<Integer> successors(int block) {
        return successors.get(block);
    }

    /** Whether this edge leads back to where a loop begins. */
    boolean isWayBack(int from, int to) {
        return dominators[from].get(to);
    }

    /** The loops that the block is part of: the blocks of each. */
    Stream<BitSet> loopsAround(int block) {
        return IntStream.range(0, blocks.size())
                .boxed()
                .flatMap(last -> successors.get(last).stream()
                        .filter(first -> isWayBack(last, first))
                        .map(first -> loop(first, last)))
                .filter(loop -> loop.get(block));
    }

    /** The natural loop of a way back: all that comes to its end without passing its beginning. */
    private BitSet loop(int first, int last) {
        BitSet loop = new BitSet();
        loop.set(first);
        Deque<Integer> pending = new ArrayDeque<>(List.of(last));
        while (!pending.isEmpty()) {
            int block = pending.remove();
            if (!loop.get(block) && isWayBack(block, first)) {
                loop.set(block);
                pending.addAll(predecessors.get(block));
            }
        }
        return loop;
    }

    /** The first block that every way from this one comes to; -1 if there is none. */
    int join(int block) {
        int first = -1;
        BitSet after = postDominators[block];
        for (int b = after.nextSetBit(0); b >= 0; b = after.nextSetBit(b + 1)) {
            boolean isCloser = first < 0 || postDominators[b].cardinality() > postDominators[first].cardinality();
            first = b != block && isCloser ? b : first;
        }
        return first;
    }

    /** Whether some way leads from the block back to it. */
    boolean isInCycle(LLVMBasicBlockRef block) {
        int number = number(block);
        return between(number, NONE).get(number);
    }

    /** The blocks on the ways from this one to another, without that; the block itself only if a way comes back to it. */
    BitSet between(int block, int join) {
        BitSet found = new BitSet();
        List<Integer> pending = new ArrayList<>(successors.get(block));
        while (!pending.isEmpty()) {
            int next = pending.remove(pending.size() - 1);
            if (next != join && !found.get(next)) {
                found.set(next);
                pending.addAll(successors.get(next));
            }
        }
        return found;
    }

    private BitSet exits() {
        BitSet exits = new BitSet();
        for (int b = 0; b < blocks.size(); b++) {
            if (successors.get(b).isEmpty()) {
                exits.set(b);
            }
        }
        BitSet ending = reaching(exits);
        for (int b = 0; b < blocks.size(); b++) {
            int from = b;
            if (!ending.get(b) && successors.get(b).stream().anyMatch(to -> isWayBack(from, to))) {
                exits.set(b);
            }
        }
        return exits;
    }

    private BitSet reaching(BitSet blocksAtEnd) {
        BitSet found = new BitSet();
        List<Integer> pending = new ArrayList<>();
        blocksAtEnd.stream().forEach(pending::add);
        while (!pending.isEmpty()) {
            int next = pending.remove(pending.size() - 1);
            if (!found.get(next)) {
                found.set(next);
                pending.addAll(predecessors.get(next));
            }
        }
        return found;
    }

    /** For each block those that come before it on every way from a start, itself among them. */
    private BitSet[] solve(List<List<Integer>> before, BitSet starts) {
        BitSet[] solution = new BitSet[blocks.size()];
        for (int b = 0; b < solution.length; b++) {
            solution[b] = new BitSet();
            solution[b].set(0, solution.length);
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int b = 0; b < solution.length; b++) {
                BitSet next = new BitSet();
                if (!starts.get(b)) {
                    next.set(0, solution.length);
                    before.get(b).forEach(other -> next.and(solution[other]));
                }
                next.set(b);
                changed |= !next.equals(solution[b]);
                solution[b] = next;
            }
        }
        return solution;
    }
}
