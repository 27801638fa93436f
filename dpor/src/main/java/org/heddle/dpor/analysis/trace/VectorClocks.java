package org.heddle.dpor.analysis.trace;

import java.util.Arrays;

/**
 * One vector clock for each row (event) of a trace. Component u of a row's clock is the number of events of thread u that happen
 * before the row's event, the event itself included. Clocks of few threads lie dense in one array, which is used again for the next
 * trace; those of many threads share what is equal in them ({@link SharedClocks}).
 */
public final class VectorClocks {
    private static final int FEW_THREADS = 64;

    private int width;
    private int[] clocks = new int[1024];
    private SharedClocks shared; // null: they lie in the array

    /**
     * Makes room for this many rows and threads.
     *
     * @return whether the rows have the clocks that they had before; else all is forgotten
     */
    boolean reset(int rows, int threads) {
        long size = (long) rows * threads;
        boolean isKept = width == threads && shared == null && size <= clocks.length;
        width = threads;
        shared = threads > FEW_THREADS || size > Integer.MAX_VALUE - 8 ? new SharedClocks(rows, threads) : null;
        if (shared == null && clocks.length < size) {
            clocks = new int[(int) Math.max(size, Math.min(2L * clocks.length, Integer.MAX_VALUE - 8))];
        }
        return isKept && shared == null;
    }

    /** Starts the row's clock as a copy of another row's, or with zeros if that is negative. */
    void begin(int row, int previous) {
        if (shared != null) {
            shared.begin(row, previous);
            return;
        }
        int to = row * width;
        if (previous < 0) {
            Arrays.fill(clocks, to, to + width, 0);
        } else {
            System.arraycopy(clocks, previous * width, clocks, to, width);
        }
    }

    /** Everything that happens before {@code other} happens before {@code row}. */
    public void join(int row, int other) {
        if (shared != null) {
            shared.join(row, other);
            return;
        }
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
        if (shared != null) {
            shared.set(row, thread, count);
        } else {
            clocks[row * width + thread] = count;
        }
    }

    /** Told of a component that grew. */
    public interface Growth {
        void of(int thread, int before, int now);
    }

    /** Visits the components in which a row's clock is greater than that of a row which happens before it; negative: than zeros. */
    public void visitGrowth(int row, int before, Growth visitor) {
        if (shared != null) {
            shared.visitGrowth(row, before, visitor);
            return;
        }
        for (int thread = 0; thread < width; thread++) {
            int then = before < 0 ? 0 : clocks[before * width + thread];
            int now = clocks[row * width + thread];
            if (now > then) {
                visitor.of(thread, then, now);
            }
        }
    }

    /** One component. */
    public int get(int row, int thread) {
        return shared != null ? shared.get(row, thread) : clocks[row * width + thread];
    }
}
