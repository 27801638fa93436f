package org.heddle.dpor.analysis.trace;

import java.util.Arrays;

/**
 * Vector clocks of the events of many threads. A clock is a list of pages of components, and clocks share the pages in which they are
 * equal: the clock of an event costs one page of its own, and a reference for each other one. A page that is null is all zeros.
 */
final class SharedClocks {
    private static final int PAGE_BITS = 6;
    private static final int PAGE = 1 << PAGE_BITS;

    private final int[][][] clocks;
    private final int pages;

    SharedClocks(int rows, int threads) {
        clocks = new int[rows][][];
        pages = (threads + PAGE - 1) >> PAGE_BITS;
    }

    void begin(int row, int previous) {
        clocks[row] = previous < 0 ? new int[pages][] : clocks[previous].clone();
    }

    void join(int row, int other) {
        int[][] mine = clocks[row];
        int[][] theirs = clocks[other];
        for (int page = 0; page < pages; page++) {
            if (mine[page] != theirs[page]) {
                mine[page] = greater(mine[page], theirs[page]);
            }
        }
    }

    /** The greater in each component; one of the two pages itself where it is that. */
    private static int[] greater(int[] mine, int[] theirs) {
        if (mine == null || theirs == null) {
            return mine == null ? theirs : mine;
        }
        boolean mineIsEnough = true;
        boolean theirsIsEnough = true;
        for (int u = 0; u < PAGE; u++) {
            mineIsEnough &= mine[u] >= theirs[u];
            theirsIsEnough &= theirs[u] >= mine[u];
        }
        if (mineIsEnough || theirsIsEnough) {
            return mineIsEnough ? mine : theirs;
        }
        int[] both = new int[PAGE];
        Arrays.setAll(both, u -> Math.max(mine[u], theirs[u]));
        return both;
    }

    void set(int row, int thread, int count) {
        int[][] clock = clocks[row];
        int page = thread >> PAGE_BITS;
        clock[page] = clock[page] == null ? new int[PAGE] : clock[page].clone();
        clock[page][thread & PAGE - 1] = count;
    }

    void visitGrowth(int row, int before, VectorClocks.Growth visitor) {
        for (int page = 0; page < pages; page++) {
            int[] now = clocks[row][page];
            int[] then = before < 0 ? null : clocks[before][page];
            for (int u = 0; u < PAGE && now != then; u++) {
                int count = then == null ? 0 : then[u];
                if (now[u] > count) {
                    visitor.of((page << PAGE_BITS) + u, count, now[u]);
                }
            }
        }
    }

    int get(int row, int thread) {
        int[] page = clocks[row][thread >> PAGE_BITS];
        return page == null ? 0 : page[thread & PAGE - 1];
    }
}
