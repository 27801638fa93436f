package org.heddle.dpor.analysis.trace;

import java.util.Arrays;
import org.heddle.dpor.model.AccessKind;

/**
 * What one trace did to one object: every access in order with the object's state before it, and the recent accesses, which
 * are those that no later {@link AccessKind#WRITE} covers, the last of each thread and kind. All conflicts of a new access
 * with an old one are transitively ordered through the recent ones.
 */
public final class History {
    private int epoch = -1;
    private int[] rows = new int[4];
    private AccessKind[] kinds = new AccessKind[4];
    private long[] before = new long[4];
    private int count;
    private long state;
    private int writes;

    private int[] recent = new int[4];
    private AccessKind[] recentKinds = new AccessKind[4];
    private int recentCount;

    /** Empties the history unless that has been done in this epoch. */
    void enter(int newEpoch, long initialState) {
        if (epoch != newEpoch) {
            epoch = newEpoch;
            count = 0;
            state = initialState;
            writes = 0;
            recentCount = 0;
        }
    }

    /** Appends an access that leaves the object in the given state. */
    public void add(int row, AccessKind kind, long newState, int[] threads) {
        if (count == rows.length) {
            rows = Arrays.copyOf(rows, 2 * count);
            kinds = Arrays.copyOf(kinds, 2 * count);
            before = Arrays.copyOf(before, 2 * count);
        }
        rows[count] = row;
        kinds[count] = kind;
        before[count] = state;
        count++;
        state = newState;
        if (kind == AccessKind.WRITE) {
            writes++;
            recentCount = 0;
        }
        remember(row, kind, threads);
    }

    private void remember(int row, AccessKind kind, int[] threads) {
        for (int r = 0; r < recentCount; r++) {
            if (recentKinds[r] == kind && threads[recent[r]] == threads[row]) {
                recent[r] = row;
                return;
            }
        }
        if (recentCount == recent.length) {
            recent = Arrays.copyOf(recent, 2 * recentCount);
            recentKinds = Arrays.copyOf(recentKinds, 2 * recentCount);
        }
        recent[recentCount] = row;
        recentKinds[recentCount++] = kind;
    }

    /** How many accesses there were. */
    public int count() {
        return count;
    }

    /** The row of the n-th access. */
    public int row(int n) {
        return rows[n];
    }

    /** The kind of the n-th access. */
    public AccessKind kind(int n) {
        return kinds[n];
    }

    /** The state after all accesses. */
    public long state() {
        return state;
    }

    /** The state before the n-th access, or the last state if there are only n. */
    public long stateBefore(int n) {
        return n == count ? state : before[n];
    }

    /** The number of accesses in rows less than this one. */
    public int position(int row) {
        if (count == 0 || rows[count - 1] < row) {
            return count;
        }
        int found = Arrays.binarySearch(rows, 0, count, row);
        return found >= 0 ? found : -found - 1;
    }

    /** Whether there was an access of the kind that conflicts with all. */
    public boolean written() {
        return writes > 0;
    }

    /** How many accesses of the object the latest one may race with: see {@link #recent}. */
    public int recentCount() {
        return recentCount;
    }

    /** The row of the n-th of them. */
    public int recent(int n) {
        return recent[n];
    }

    /** How the n-th of them uses the object. */
    public AccessKind recentKind(int n) {
        return recentKinds[n];
    }
}
