package org.heddle.cli.format.parts;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.heddle.cli.report.TraceLine;

/**
 * Two executions side by side: what a thread does in both of them stands in one row, as far as that leaves both in their order (a longest
 * common subsequence).
 */
public final class Alignment {
    private Alignment() {}

    /** A row: a step of the one, of the other, or of both. */
    public record Row(Optional<TraceLine> left, Optional<TraceLine> right) {}

    /** The rows. It takes time and memory as the product of the lengths. */
    public static List<Row> of(List<TraceLine> left, List<TraceLine> right) {
        int[][] common = common(left, right);
        List<Row> rows = new ArrayList<>();
        int a = 0;
        int b = 0;
        while (a < left.size() || b < right.size()) {
            boolean isSame = a < left.size() && b < right.size() && isSame(left.get(a), right.get(b));
            if (isSame) {
                rows.add(new Row(Optional.of(left.get(a++)), Optional.of(right.get(b++))));
            } else if (b == right.size() || (a < left.size() && common[a + 1][b] >= common[a][b + 1])) {
                rows.add(new Row(Optional.of(left.get(a++)), Optional.empty()));
            } else {
                rows.add(new Row(Optional.empty(), Optional.of(right.get(b++))));
            }
        }
        return rows;
    }

    /** For each pair of positions, how many steps the rest of the one has in common with the rest of the other. */
    private static int[][] common(List<TraceLine> left, List<TraceLine> right) {
        int[][] common = new int[left.size() + 1][right.size() + 1];
        for (int a = left.size() - 1; a >= 0; a--) {
            for (int b = right.size() - 1; b >= 0; b--) {
                common[a][b] = isSame(left.get(a), right.get(b))
                        ? common[a + 1][b + 1] + 1
                        : Math.max(common[a + 1][b], common[a][b + 1]);
            }
        }
        return common;
    }

    private static boolean isSame(TraceLine one, TraceLine other) {
        return one.thread().equals(other.thread())
                && one.operation().equals(other.operation())
                && one.location().equals(other.location());
    }
}
