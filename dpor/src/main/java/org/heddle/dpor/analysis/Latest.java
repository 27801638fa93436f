package org.heddle.dpor.analysis;

import java.util.Arrays;
import org.heddle.dpor.analysis.trace.Trace;

/**
 * Of the events that one event conflicts with, those that happen before no other one. An atomic section conflicts with something of each
 * thread, and nearly all of it happens before the section that came last. So each event is compared with the latest ones alone, from the
 * last one on: what happens before another one also happens before a latest one.
 */
final class Latest {
    private final RaceDetection races;
    private long[] byRow = new long[16]; // the row, and the place among the conflicts
    private int[] rows = new int[16];
    private int[] places = new int[16];
    private int count;

    Latest(RaceDetection races) {
        this.races = races;
    }

    /** Finds the latest of these rows, in which each thread's are in its order. Of those of one atomic section the first stands for all. */
    void find(int[] conflicts, int size) {
        count = 0;
        if (byRow.length < size) {
            byRow = new long[2 * size];
            rows = new int[2 * size];
            places = new int[2 * size];
        }
        for (int place = 0; place < size; place++) {
            byRow[place] = (long) conflicts[place] << Integer.SIZE | place;
        }
        Arrays.sort(byRow, 0, size);
        for (int n = size - 1; n >= 0; n--) {
            races.checkTime(1 + count);
            add((int) (byRow[n] >>> Integer.SIZE), (int) byRow[n]);
        }
        Arrays.sort(places, 0, count);
    }

    private void add(int row, int place) {
        Trace trace = races.trace();
        int step = trace.step(row);
        for (int n = 0; n < count; n++) {
            if (trace.step(rows[n]) == step) {
                places[n] = Math.min(places[n], place);
                return;
            }
            if (trace.happensBefore(step, rows[n])) {
                return;
            }
        }
        rows[count] = row;
        places[count++] = place;
    }

    /** How many latest ones there are. */
    int count() {
        return count;
    }

    /** The place of the n-th latest one among the conflicts, lowest first. */
    int get(int n) {
        return places[n];
    }
}
