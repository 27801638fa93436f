package org.heddle.cli.check.progress;

import java.util.Locale;
import org.heddle.dpor.estimate.Estimate;

/**
 * How much of an exploration is left, as an interval and never as a promise.
 *
 * @param estimate of all that is to be run
 * @param executions how many were run
 * @param rate executions a second
 * @param open how many more are known to be needed
 */
record Remaining(Estimate estimate, long executions, double rate, long open) {
    private static final int DAY = 86_400;
    private static final double LONGEST = 100.0 * DAY;
    private static final String NEVER = "more than 100 days";

    /** Such as "about 400–900 executions, 10–30 s left". */
    String words() {
        boolean isInterval = estimate.isKnown() && low() / rate < LONGEST;
        return isInterval
                ? "about " + between(count(estimate.low()), count(estimate.high())) + " executions, " + time()
                : time();
    }

    /** Such as "10–30 s left". */
    String time() {
        if (!estimate.isKnown()) {
            return low() <= open ? open + " known to be left" : "at least " + time(low() / rate) + " left";
        }
        double high = Math.max(low(), estimate.high() - executions);
        return low() / rate >= LONGEST ? NEVER + " left" : between(time(low() / rate), time(high / rate)) + " left";
    }

    /** At least so many executions, if the estimate is right. */
    private double low() {
        return Math.max(0, estimate.low() - executions);
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
