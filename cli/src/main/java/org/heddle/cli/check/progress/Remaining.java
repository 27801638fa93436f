package org.heddle.cli.check.progress;

import java.util.Locale;
import org.heddle.dpor.estimate.Estimate;

/** Says how much of an exploration is left, as an interval and never as a promise. */
final class Remaining {
    private static final int DAY = 86_400;
    private static final double LONGEST = 100.0 * DAY;
    private static final String NEVER = "more than 100 days";

    private Remaining() {}

    /** Such as "about 400–900 executions, 10–30 s left". */
    static String words(Estimate estimate, long executions, double rate, long open) {
        if (!estimate.isKnown()) {
            return open + " known to be left";
        }
        double low = Math.max(0, estimate.low() - executions);
        double high = Math.max(low, estimate.high() - executions);
        if (low / rate >= LONGEST) {
            return NEVER + " left";
        }
        return "about " + between(count(estimate.low()), count(estimate.high())) + " executions, "
                + between(time(low / rate), time(high / rate)) + " left";
    }

    private static String between(String low, String high) {
        return low.equals(high) ? low : low + "–" + high;
    }

    /** Two digits, for more would be pretence. */
    private static String count(double number) {
        if (number < 100) {
            return Long.toString(Math.round(number));
        }
        double unit = Math.pow(10, Math.floor(Math.log10(number)) - 1);
        double rounded = Math.round(number / unit) * unit;
        return rounded < 1e7
                ? String.format(Locale.ROOT, "%.0f", rounded)
                : String.format(Locale.ROOT, "%.1e", rounded);
    }

    private static String time(double seconds) {
        if (seconds < 120) {
            return Math.round(seconds) + " s";
        }
        if (seconds < 2 * 3600) {
            return Math.round(seconds / 60) + " min";
        }
        if (seconds < 2 * DAY) {
            return Math.round(seconds / 3600) + " h";
        }
        return seconds < LONGEST ? Math.round(seconds / DAY) + " days" : NEVER;
    }
}
