package org.heddle.bench.papers;

import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many executions a published table says that a tool takes to a bug.
 *
 * @param text as the table has it
 * @param mean of the runs that found it; empty if none did
 * @param share of the runs that found it
 */
record Published(String text, OptionalDouble mean, double share) {
    private static final Pattern FIGURE =
            Pattern.compile("(?:(?<mean>[0-9,]+)(?:±[0-9,]+)?|-)(?: \\((?<found>\\d+)/(?<runs>\\d+)\\))?");

    /**
     * Reads a figure such as {@code 45±34}, {@code 7447±0 (1/20)} or {@code - (0/20)}; an empty one says nothing.
     *
     * @throws IllegalArgumentException if it is none
     */
    static Published of(String text) {
        if (text.isEmpty()) {
            return new Published("", OptionalDouble.empty(), 0);
        }
        Matcher figure = FIGURE.matcher(text);
        if (!figure.matches()) {
            throw new IllegalArgumentException("not a figure of executions: " + text);
        }
        String mean = figure.group("mean");
        if (mean == null) {
            return new Published(text, OptionalDouble.empty(), 0);
        }
        double share = figure.group("found") == null
                ? 1
                : Double.parseDouble(figure.group("found")) / Double.parseDouble(figure.group("runs"));
        return new Published(text, OptionalDouble.of(Double.parseDouble(mean.replace(",", ""))), share);
    }
}
