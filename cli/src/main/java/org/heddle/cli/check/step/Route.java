package org.heddle.cli.check.step;

import java.util.List;
import java.util.function.Predicate;
import org.heddle.cli.report.TraceLine;

/**
 * Where one comes to from a moment of a schedule, forward (1) or back (-1). Moment N is before step N; the last one is behind all steps.
 *
 * @param lines the steps
 */
public record Route(List<TraceLine> lines) {
    /** The nearest moment before a step of a thread: the last moment if none comes, -1 if none was. */
    public int next(int from, int direction, String thread) {
        return nearest(from, direction, line -> line.thread().equals(thread));
    }

    /** The nearest moment before a step at which to stop, or else the last or the first moment. */
    public int until(int from, int direction, Predicate<TraceLine> isStop) {
        return Math.max(nearest(from, direction, isStop), 0);
    }

    private int nearest(int from, int direction, Predicate<TraceLine> isStop) {
        int at = from + direction;
        while (at >= 0 && at < lines.size() && !isStop.test(lines.get(at))) {
            at += direction;
        }
        return Math.min(at, lines.size());
    }
}
