package org.heddle.instrumenter.pass.ir;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * Which blocks of a function come before which others on every way, and after them. Where a loop has no end, its way back counts as one
 * out of the function.
 */
public final class ControlFlow {
    private final BlockGraph graph;
    private final BitSet[] dominators;
    private final BitSet[] postDominators;

    /** What control does in a function that has a body. */
    public ControlFlow(LLVMValueRef function) {
        graph = new BlockGraph(function);
        BitSet entry = new BitSet();
        entry.set(0);
        dominators = solve(graph::predecessors, entry);
        postDominators = solve(graph::successors, exits());
    }

    /** The blocks and their ways. */
    public BlockGraph graph() {
        return graph;
    }

    /** Whether this edge leads back to where a loop begins. */
    public boolean isWayBack(int from, int to) {
        return dominators[from].get(to);
    }

    /** The loops that the block is part of: the blocks of each. */
    public Stream<BitSet> loopsAround(int block) {
        return IntStream.range(0, graph.size())
                .boxed()
                .flatMap(last -> graph.successors(last).stream()
                        .filter(first -> isWayBack(last, first))
                        .map(first -> loop(first, last)))
                .filter(loop -> loop.get(block));
    }

    /** The blocks of the innermost loop that the block is part of; none if it is in no loop. */
    public BitSet innermostLoop(int block) {
        BitSet innermost = new BitSet();
        for (int first = 0; first < graph.size(); first++) {
            BitSet loop = new BitSet();
            for (int last : graph.predecessors(first)) {
                if (isWayBack(last, first)) {
                    loop.or(loop(first, last));
                }
            }
            if (loop.get(block) && (innermost.isEmpty() || loop.cardinality() < innermost.cardinality())) {
                innermost = loop;
            }
        }
        return innermost;
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
                pending.addAll(graph.predecessors(block));
            }
        }
        return loop;
    }

    /** The first block that every way from this one comes to; -1 if there is none. */
    public int join(int block) {
        int first = -1;
        BitSet after = postDominators[block];
        for (int b = after.nextSetBit(0); b >= 0; b = after.nextSetBit(b + 1)) {
            boolean isCloser = first < 0 || postDominators[b].cardinality() > postDominators[first].cardinality();
            first = b != block && isCloser ? b : first;
        }
        return first;
    }

    private BitSet exits() {
        BitSet exits = graph.ends();
        BitSet ending = graph.leadingTo(exits);
        for (int b = 0; b < graph.size(); b++) {
            int from = b;
            if (!ending.get(b) && graph.successors(b).stream().anyMatch(to -> isWayBack(from, to))) {
                exits.set(b);
            }
        }
        return exits;
    }

    /** For each block those that come before it on every way from a start, itself among them. */
    private BitSet[] solve(IntFunction<List<Integer>> before, BitSet starts) {
        BitSet[] solution = new BitSet[graph.size()];
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
                    before.apply(b).forEach(other -> next.and(solution[other]));
                }
                next.set(b);
                changed |= !next.equals(solution[b]);
                solution[b] = next;
            }
        }
        return solution;
    }
}
