package org.heddle.dpor.analysis.trace;

import java.util.Arrays;

/** Small consecutive numbers for the sparse thread ids of one trace, in order of appearance. */
final class ThreadNumbers {
    private int[] numberOf = new int[64];
    private int[] ids = new int[8];
    private int count;

    /** Forgets all numbers. */
    void reset() {
        for (int n = 0; n < count; n++) {
            numberOf[ids[n]] = 0;
        }
        count = 0;
    }

    /** The thread's number, a new one if it has none. */
    int of(int id) {
        if (id >= numberOf.length) {
            numberOf = Arrays.copyOf(numberOf, Math.max(id + 1, 2 * numberOf.length));
        }
        if (numberOf[id] == 0) {
            if (count == ids.length) {
                ids = Arrays.copyOf(ids, 2 * count);
            }
            ids[count++] = id;
            numberOf[id] = count;
        }
        return numberOf[id] - 1;
    }

    /** The thread's number, −1 if it has none. */
    int find(int id) {
        return id < 0 || id >= numberOf.length ? -1 : numberOf[id] - 1;
    }

    /** The thread with this number. */
    int id(int number) {
        return ids[number];
    }

    int count() {
        return count;
    }
}
