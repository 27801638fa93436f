package org.heddle.dpor.analysis;

import java.util.Arrays;

/**
 * One vector clock for each row (event) of a trace, dense, in one array that is used again for the next trace. Component u
 * of a row's clock is the number of events of thread u that happen before the row's event, the event itself included.
 */
final class VectorClocks {
    private int width;
    private int[] clocks = new int[1024];

    /** Forgets everything and makes room for this many rows and threads. */
    void reset(int rows, int threads) {
        width = threads;
        long size = (long) rows * threads;
        if (size > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException(
                    "a trace of " + rows + " events by " + threads + " threads is too large");
        }
        if (clocks.length < size) {
            clocks = new int[(int) Math.max(size, Math.min(2L * clocks.length, Integer.MAX_VALUE - 8))];
        }
    }

    /** Starts the row's clock as a copy of another row's, or with zeros if that is negative. */
    void begin(int row, int previous) {
        int to = row * width;
        if (previous < 0) {
            Arrays.fill(clocks, to, to + width, 0);
        } else {
            System.arraycopy(clocks, previous * width, clocks, to, width);
        }
    }

    /** Everything that happens before {@code other} happens before {@code row}. */
    void join(int row, int other) {
        int to = row * width;
        int from = other * width;
        for (int u = 0; u < width; u++) {
            int theirs = clocks[from + u];
            if (clocks[to + u] < theirs) {
                clocks[to + u] = theirs;
            }
        }
    }

    /** Sets one component. */
    void set(int row, int thread, int count) {
        clocks[row * width + thread] = count;
    }

    /** One component. */
    int get(int row, int thread) {
        return clocks[row * width + thread];
    }
}
