package org.heddle.dpor.minimise;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.heddle.dpor.model.Step;

/** A schedule in blocks, the longest rows of steps by one thread, and what is left of it when many switches go at once. */
final class Chunks {
    private final List<Step> steps;
    private final List<List<Step>> blocks = new ArrayList<>();

    Chunks(List<Step> steps) {
        this.steps = steps;
        int from = 0;
        for (int k = 1; k <= steps.size(); k++) {
            if (k == steps.size() || steps.get(k).thread() != steps.get(from).thread()) {
                blocks.add(steps.subList(from, k));
                from = k;
            }
        }
    }

    /** The blocks. */
    List<List<Step>> blocks() {
        return blocks;
    }

    /** The first blocks alone: what follows is without preemptions. */
    List<Step> first(int count) {
        int length = 0;
        for (List<Step> block : blocks.subList(0, count)) {
            length += block.size();
        }
        return steps.subList(0, length);
    }

    /** The threads that have steps, in the order of their first. */
    List<Integer> threads() {
        return blocks.stream().map(block -> block.get(0).thread()).distinct().toList();
    }

    /** The steps of all but these threads, which run afterwards. */
    List<Step> without(Collection<Integer> threads) {
        return steps.stream().filter(step -> !threads.contains(step.thread())).toList();
    }

    /** Whether some thread has several of the blocks from one to before another. */
    boolean isSplit(int from, int to) {
        long threads = blocks.subList(from, to).stream()
                .map(block -> block.get(0).thread())
                .distinct()
                .count();
        return threads < to - from;
    }

    /** The same steps, with those of each thread together in the blocks from one to before another. */
    List<Step> gathered(int from, int to) {
        Map<Integer, List<Step>> byThread = new LinkedHashMap<>();
        for (List<Step> block : blocks.subList(from, to)) {
            byThread.computeIfAbsent(block.get(0).thread(), thread -> new ArrayList<>())
                    .addAll(block);
        }
        List<Step> all = new ArrayList<>(first(from));
        byThread.values().forEach(all::addAll);
        blocks.subList(to, blocks.size()).forEach(all::addAll);
        return all;
    }
}
