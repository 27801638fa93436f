package org.heddle.dpor.bound.operations;

/**
 * How far the search within one bound on the operations of each thread has come. Its transitions: {@link #explored} and {@link
 * #missed} as executions come back, {@link #deeper} once there is more beyond the bound.
 *
 * @param operations the bound: the most operations of each thread
 * @param learned how many executions have been explored
 * @param isCut whether some thread would have gone on beyond the bound
 * @param isWhole whether nothing within the bound has been left out
 */
record Level(int operations, long learned, boolean isCut, boolean isWhole) {
    /** What a search within a bound comes to. */
    enum State {
        /** There is more within the bound. */
        EXPLORING,
        /** What is within the bound is explored, and there is more beyond. */
        CUT,
        /** Everything is explored: no thread goes on beyond the bound. */
        COMPLETE,
        /** Something within the bound was left out, and nothing is known to be beyond. */
        INCOMPLETE
    }

    /** A search that has not begun. */
    static Level of(int operations) {
        return new Level(operations, 0, false, true);
    }

    /**
     * Where the search stands.
     *
     * @param open how many items it knows of that have not come back
     */
    State state(long open) {
        if (learned == 0 || open > 0) {
            return State.EXPLORING;
        }
        if (isCut) {
            return State.CUT;
        }
        return isWhole ? State.COMPLETE : State.INCOMPLETE;
    }

    /** An execution has been explored, in which the bound may have cut threads off. */
    Level explored(boolean cutsOff) {
        return new Level(operations, learned + 1, isCut || cutsOff, isWhole);
    }

    /** Something within the bound is left out. */
    Level missed() {
        return new Level(operations, learned, isCut, false);
    }

    /** The search within the next bound, which begins from the start. */
    Level deeper() {
        return of(next(operations));
    }

    /** 8, 12, 16, 24, 32, … */
    static int next(int bound) {
        boolean isPower = Integer.bitCount(bound) == 1;
        return isPower ? bound / 2 * 3 : bound / 3 * 4;
    }
}
