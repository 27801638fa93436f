package org.heddle.dpor.optimal;

/** In which order leaves are run. Every order explores the same classes. */
@FunctionalInterface
public interface LeafOrder {
    /** Depth first, oldest sibling first, which keeps the tree small. */
    LeafOrder DEPTH_FIRST = ready -> 0;

    /**
     * Which leaf to take.
     *
     * @param ready how many there are, at least 1, numbered in depth-first order
     */
    int choose(int ready);
}
