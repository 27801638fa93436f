package org.heddle.cli.format.parts;

import java.util.ArrayList;
import java.util.List;
import org.heddle.cli.report.TraceLine;

/**
 * Shortens a trace for reading: steps without a part in the finding and rounds of a loop that are like the one before become one row.
 */
public final class Folding {
    private static final int FEWEST = 3;
    private static final int SHORTEST_SHARED = 4;
    private static final int LONGEST_ROUND = 24; // of several threads, in a livelock

    private Folding() {}

    /**
     * A row.
     *
     * @param line the step, or null where several are folded
     * @param note what is folded
     */
    public record Row(TraceLine line, String note) {}

    /** Without the steps that tell nothing to a reader; a preemption before such a step comes before the thread's next one. */
    public static List<TraceLine> shown(List<TraceLine> trace) {
        List<TraceLine> shown = new ArrayList<>();
        String preempting = "";
        for (int at = 0; at < trace.size(); at++) {
            TraceLine line = trace.get(at);
            boolean goesOn = at + 1 < trace.size() && trace.get(at + 1).thread().equals(line.thread());
            if (line.isLook() && (goesOn || !line.preempts())) {
                preempting = line.preempts() || preempting.equals(line.thread()) ? line.thread() : "";
            } else {
                shown.add(preempting.equals(line.thread()) ? line.asPreempting() : line);
                preempting = "";
            }
        }
        return shown;
    }

    /** The rows of a trace. */
    public static List<Row> of(List<TraceLine> all) {
        List<TraceLine> trace = shown(all);
        List<Row> rows = new ArrayList<>();
        int at = 0;
        while (at < trace.size()) {
            int apart = apart(trace, at);
            int round = apart >= FEWEST ? 0 : round(trace, at);
            if (apart >= FEWEST) {
                rows.add(new Row(null, apart + " steps without a part in this"));
                at += apart;
            } else if (round > 0) {
                for (TraceLine line : trace.subList(at, at + round)) {
                    rows.add(new Row(line, ""));
                }
                int times = repetitions(trace, at, round);
                String steps = round == 1 ? "the same" : "the last " + round + " steps";
                rows.add(new Row(null, steps + " again, " + (times == 1 ? "once" : times + " times")));
                at += round * (times + 1);
            } else {
                rows.add(new Row(trace.get(at), ""));
                at++;
            }
        }
        return rows;
    }

    /** How many steps from there on have no part in the finding and do not matter to the schedule's preemptions. */
    private static int apart(List<TraceLine> trace, int from) {
        int end = from;
        while (end < trace.size()
                && !trace.get(end).isRelated()
                && !trace.get(end).preempts()) {
            end++;
        }
        return end - from;
    }

    /** The length of the shortest round that begins there and is repeated often enough; 0 if there is none. */
    private static int round(List<TraceLine> trace, int from) {
        for (int length = 1; length <= LONGEST_ROUND; length++) {
            int fewest =
                    length >= SHORTEST_SHARED && isShared(trace.subList(from, Math.min(trace.size(), from + length)))
                            ? 1
                            : FEWEST;
            if (repetitions(trace, from, length) >= fewest) {
                return length;
            }
        }
        return 0;
    }

    /** Whether several threads have a part in a round, as in a livelock, which is told with few rounds. */
    private static boolean isShared(List<TraceLine> round) {
        return round.stream().map(TraceLine::thread).distinct().count() > 1;
    }

    private static int repetitions(List<TraceLine> trace, int from, int length) {
        int times = 0;
        int at = from + length;
        while (at + length <= trace.size() && isAgain(trace, from, at, length)) {
            times++;
            at += length;
        }
        return times;
    }

    private static boolean isAgain(List<TraceLine> trace, int from, int at, int length) {
        for (int k = 0; k < length; k++) {
            TraceLine first = trace.get(from + k);
            TraceLine second = trace.get(at + k);
            boolean same = second.thread().equals(first.thread())
                    && second.operation().equals(first.operation())
                    && second.location().equals(first.location())
                    && second.preempts() == first.preempts()
                    && !second.isKey();
            if (!same) {
                return false;
            }
        }
        return true;
    }
}
