package org.heddle.bench.report;

import java.util.Locale;

/** Figures as tables show them. */
public final class Words {
    private Words() {}

    /** Seconds, with as many digits as say something. */
    public static String seconds(double seconds) {
        if (seconds < 10) {
            return String.format(Locale.ROOT, "%.2f s", seconds);
        }
        return seconds < 120
                ? String.format(Locale.ROOT, "%.1f s", seconds)
                : String.format(Locale.ROOT, "%.1f min", seconds / 60);
    }

    /** Thousandths of a second, for what is short. */
    public static String milliseconds(double seconds) {
        return String.format(Locale.ROOT, "%.2f ms", 1_000 * seconds);
    }

    /** A whole number with its thousands apart. */
    public static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number).replace(',', ' ');
    }

    /** A part of a whole. */
    public static String percent(double part) {
        return String.format(Locale.ROOT, part < 0.0995 ? "%.1f %%" : "%.0f %%", 100 * part);
    }

    /** How many times as much. */
    public static String times(double factor) {
        return String.format(Locale.ROOT, factor < 10 ? "%.1f×" : "%.0f×", factor);
    }
}
