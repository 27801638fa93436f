package org.heddle.dpor.reduction;

/** In which order leaves are run. Every order explores the same classes. */
@FunctionalInterface
public interface LeafOrder {
    /** The youngest leaf first, which keeps the tree small. */
    LeafOrder YOUNGEST_FIRST = ready -> ready - 1;

    /**
     * Which leaf to take.
     *
     * @param ready how many there are, at least 1; they are numbered by age, 0 being the oldest
     */
    int choose(int ready);
}
