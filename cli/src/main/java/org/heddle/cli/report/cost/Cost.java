package org.heddle.cli.report.cost;

import java.util.List;
import java.util.Locale;

/**
 * What an execution costs, on average.
 *
 * @param executions of which this is the average, however they were run; 0: nothing is known
 * @param operations visible ones
 * @param accesses plain ones that the runtime has looked at, and that were no scheduling points
 * @param micros where the time went
 * @param atOnce how many executions processes were at work on, at a time
 * @param seconds that the exploration took
 * @param advice what would make it quicker, by what this check has shown
 */
public record Cost(
        long executions,
        double operations,
        double accesses,
        Micros micros,
        double atOnce,
        double seconds,
        List<String> advice) {
    /** Nothing is known. */
    public static final Cost NONE = new Cost(0, 0, 0, new Micros(0, 0, 0, 0), 0, 0, List.of());

    private static final double SHORT_SECONDS = 1; // nobody asks where the time goes
    private static final double ALONE = 1.05;

    /**
     * Microseconds of real time, on average.
     *
     * @param program from where the program begins, at {@code main} or a checkpoint, to its end
     * @param beginning of them: before it created a thread
     * @param exchange in which it is begun, put back, told of, and compared
     * @param analysis in which the check looks for bugs, and for what is to be executed next
     */
    public record Micros(double program, double beginning, double exchange, double analysis) {
        /** All but the analysis. */
        public double executing() {
            return program + exchange;
        }
    }

    /** The same with this advice. */
    public Cost with(List<String> others) {
        return new Cost(executions, operations, accesses, micros, atOnce, seconds, others);
    }

    /** Whether the exploration took so long that somebody may ask why. */
    public boolean isOfInterest() {
        return executions > 0 && seconds >= SHORT_SECONDS;
    }

    /** In a sentence, the advice behind it. */
    public String text() {
        String what = "on average an execution has " + count(operations) + " operations"
                + (accesses > 0 ? ", looks at " + count(accesses) + " plain accesses" : "") + ", and takes "
                + time(micros.program) + " in the program, " + time(micros.exchange) + " around it and "
                + time(micros.analysis) + " of analysis"
                + (atOnce > ALONE ? String.format(Locale.ROOT, ", %.1f executions at a time", atOnce) : "");
        return String.join("; ", what, String.join("; ", advice)).replaceAll("; $", "");
    }

    private static String count(double number) {
        return number < 10 ? String.format(Locale.ROOT, "%.1f", number).replace(".0", "") : "" + Math.round(number);
    }

    /** In the largest unit of which there is one. */
    public static String time(double micros) {
        if (micros < 1000) {
            return digits(micros) + " µs";
        }
        return micros < 1_000_000 ? digits(micros / 1000) + " ms" : digits(micros / 1_000_000) + " s";
    }

    private static String digits(double number) {
        return String.format(Locale.ROOT, number < 10 ? "%.1f" : "%.0f", number);
    }
}
