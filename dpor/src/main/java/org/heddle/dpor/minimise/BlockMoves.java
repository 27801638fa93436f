package org.heddle.dpor.minimise;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.heddle.dpor.model.Step;

/**
 * Schedules that may be simpler than one that is given. A block is a longest row of steps by one thread. Two blocks of a thread are
 * joined by moving either to the other, or two neighbours change places. Or a thread is left out from some block on, so that it runs last
 * or not at all. Every thread keeps the order of its own steps.
 */
final class BlockMoves {
    private final Chunks chunks;
    private final List<List<Step>> blocks;
    private final List<Supplier<List<Step>>> candidates = new ArrayList<>();
    private final int[] nextOfSameThread;

    private BlockMoves(List<Step> steps) {
        chunks = new Chunks(steps);
        blocks = chunks.blocks();
        nextOfSameThread = new int[blocks.size()];
        Map<Integer, Integer> latest = new HashMap<>();
        for (int block = blocks.size() - 1; block >= 0; block--) {
            nextOfSameThread[block] = latest.getOrDefault(thread(block), -1);
            latest.put(thread(block), block);
        }
    }

    /** The schedules to try: those that change most first. Each is made when it is asked for. */
    static List<Supplier<List<Step>>> of(List<Step> steps) {
        BlockMoves moves = new BlockMoves(steps);
        moves.cutOffs();
        for (int k = 0; k + 1 < moves.blocks.size(); k++) {
            int block = k;
            moves.candidates.add(() -> moves.without(block));
            moves.candidates.add(() -> moves.moved(block, block + 1));
            int next = moves.nextOfSameThread[block];
            if (next >= 0) {
                moves.candidates.add(() -> moves.moved(next, block + 1));
                moves.candidates.add(() -> moves.moved(block, next - 1));
                moves.candidates.add(() -> moves.allMoved(block));
            }
        }
        return moves.candidates;
    }

    /** Beginnings alone: what follows is without preemptions. */
    private void cutOffs() {
        for (int k = 0; k < blocks.size() || k == 0; k++) {
            int count = k;
            candidates.add(() -> chunks.first(count));
        }
    }

    private int thread(int block) {
        return blocks.get(block).get(0).thread();
    }

    /** The block's thread does nothing from there on. */
    private List<Step> without(int block) {
        List<Step> order = new ArrayList<>();
        for (int other = 0; other < blocks.size(); other++) {
            if (other < block || thread(other) != thread(block)) {
                order.addAll(blocks.get(other));
            }
        }
        return order;
    }

    /** One block at another's place. */
    private List<Step> moved(int from, int to) {
        List<List<Step>> order = new ArrayList<>(blocks);
        order.add(to, order.remove(from));
        return flat(order);
    }

    /** All that the block's thread still does, at once. */
    private List<Step> allMoved(int block) {
        List<List<Step>> order = new ArrayList<>(blocks.subList(0, block + 1));
        List<List<Step>> others = new ArrayList<>();
        for (int other = block + 1; other < blocks.size(); other++) {
            (thread(other) == thread(block) ? order : others).add(blocks.get(other));
        }
        order.addAll(others);
        return flat(order);
    }

    private static List<Step> flat(List<List<Step>> order) {
        List<Step> all = new ArrayList<>();
        order.forEach(all::addAll);
        return all;
    }
}
