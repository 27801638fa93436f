package org.heddle.bench.papers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.heddle.bench.report.Plot;

/**
 * How many executions one way of checking takes to the first finding of each program of a set.
 *
 * @param way its name
 * @param executions for each program in turn, the median where anything is drawn; {@link #NEVER} where nothing was found
 */
public record Found(String way, List<Long> executions) {
    /** More executions than any check has. */
    public static final long NEVER = Long.MAX_VALUE;

    /** The median of some numbers: the upper one of two. */
    static long median(long... numbers) {
        long[] sorted = numbers.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** Within how many executions the bugs of this part of all programs are found. */
    long within(double part) {
        int place = (int) Math.ceil(part * executions.size()) - 1;
        return executions.isEmpty()
                ? NEVER
                : executions.stream().sorted().toList().get(Math.max(place, 0));
    }

    /** Of how many programs the bug is found. */
    long programs() {
        return executions.stream().filter(number -> number < NEVER).count();
    }

    /** The same of the programs in these places. */
    Found at(List<Integer> places) {
        return new Found(way, places.stream().map(executions::get).toList());
    }

    /**
     * How many programs are found within so many executions, for each way: a step at each program.
     *
     * @param most how many executions were allowed
     */
    public static Plot plot(List<Found> ways, int most) {
        List<Plot.Curve> curves = new ArrayList<>();
        for (Found way : ways) {
            List<Plot.Point> points = new ArrayList<>(List.of(new Plot.Point(1, 0)));
            List<Long> sorted = way.executions.stream()
                    .filter(number -> number < NEVER)
                    .sorted()
                    .toList();
            for (int found = 1; found <= sorted.size(); found++) {
                points.add(new Plot.Point(sorted.get(found - 1), found - 1.0));
                points.add(new Plot.Point(sorted.get(found - 1), found));
            }
            points.add(new Plot.Point(most, sorted.size()));
            curves.add(new Plot.Curve(way.way.replace("`", ""), List.copyOf(points)));
        }
        return new Plot(
                "first",
                "Programs whose bug is found",
                "executions",
                "programs",
                List.copyOf(curves),
                Plot.Scale.POWERS);
    }
}
