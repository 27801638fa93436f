package org.heddle.cli.format.text;

import java.util.Arrays;
import java.util.List;
import org.heddle.cli.report.TraceLine;

/**
 * Where the threads' columns begin. Each is as wide as its longest operation where there is room for all; else all but the
 * last are narrower, and an operation runs over the columns to its right, which have nothing in its row.
 */
final class ColumnStarts {
    private static final int NARROWEST = 12;
    private static final int USUAL = 14;
    private static final int WIDEST = 44;

    private final int[] starts;
    private final int end;
    private final boolean fit;

    private ColumnStarts(int[] starts, int end, boolean fit) {
        this.starts = starts;
        this.end = end;
        this.fit = fit;
    }

    /** For these threads' columns in that room, in characters. */
    static ColumnStarts of(List<String> threads, List<TraceLine> trace, int room) {
        int count = threads.size();
        int[] widths = new int[count];
        Arrays.fill(widths, USUAL);
        for (TraceLine line : trace) {
            int thread = threads.indexOf(line.thread());
            widths[thread] =
                    Math.max(widths[thread], Math.min(WIDEST, line.operation().length() + 2));
        }
        if (count > 0 && Arrays.stream(widths).sum() > room) {
            shrink(widths, room);
        }
        int[] starts = new int[count];
        int start = 0;
        for (int i = 0; i < count; i++) {
            starts[i] = start;
            start += widths[i];
        }
        return new ColumnStarts(starts, Math.min(start, room), start <= room);
    }

    /** The last gets what it wants, if it can; the others share the rest by what they want beyond the narrowest. */
    private static void shrink(int[] widths, int room) {
        int last = widths.length - 1;
        int least = last * NARROWEST;
        widths[last] = Math.min(widths[last], Math.max(NARROWEST, room - least));
        int there = Math.max(0, room - widths[last] - least);
        int wanted = Math.max(1, Arrays.stream(widths, 0, last).sum() - least);
        for (int i = 0; i < last; i++) {
            widths[i] = NARROWEST + (widths[i] - NARROWEST) * Math.min(there, wanted) / wanted;
        }
    }

    /** Whether there is room for columns at all. */
    boolean fit() {
        return fit;
    }

    /** Where a thread's column begins. */
    int start(int thread) {
        return starts[thread];
    }

    /** How far the next column is. */
    int width(int thread) {
        return (thread + 1 < starts.length ? starts[thread + 1] : end) - starts[thread];
    }

    /** Where the last column ends. */
    int end() {
        return end;
    }
}
