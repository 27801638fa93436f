package org.heddle.cli.format.parts;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.heddle.cli.format.parts.Folding.Row;

/** Which rows of a long trace are shown: those that the finding is about, the preemptions, the end, and what lies around these. */
public final class Excerpt {
    private static final int END = 4;
    private static final int AROUND = 5;

    private Excerpt() {}

    /** At most so many of these rows, and one for each stretch that is left out. */
    public static List<Row> of(List<Row> rows, int most) {
        if (rows.size() <= most) {
            return rows;
        }
        BitSet shown = new BitSet();
        for (int at = rows.size() - 1; at >= 0 && shown.cardinality() < most; at--) {
            if (matters(rows.get(at)) || at >= rows.size() - END) {
                shown.set(at);
            }
        }
        for (int round = 0; round < AROUND; round++) {
            BitSet wider = widened(shown, rows.size());
            shown = wider.cardinality() <= most ? wider : shown;
        }
        return withGaps(rows, shown);
    }

    private static boolean matters(Row row) {
        return row.line() != null && (row.line().isKey() || row.line().preempts());
    }

    /** The same with the row before and the row after each. */
    private static BitSet widened(BitSet shown, int size) {
        BitSet wider = new BitSet();
        shown.stream().forEach(at -> wider.set(Math.max(0, at - 1), Math.min(size, at + 2)));
        return wider;
    }

    private static List<Row> withGaps(List<Row> rows, BitSet shown) {
        List<Row> excerpt = new ArrayList<>();
        for (int at = 0; at < rows.size(); at++) {
            if (shown.get(at)) {
                excerpt.add(rows.get(at));
                continue;
            }
            int end = shown.nextSetBit(at) < 0 ? rows.size() : shown.nextSetBit(at);
            excerpt.add(end - at == 1 ? rows.get(at) : new Row(null, (end - at) + " rows"));
            at = end - 1;
        }
        return excerpt;
    }
}
