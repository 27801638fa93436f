package org.heddle.bench.papers;

import java.util.Locale;

/** Figures as tables show them. */
final class Words {
    private Words() {}

    /** Seconds, with as many digits as say something. */
    static String seconds(double seconds) {
        if (seconds < 10) {
            return String.format(Locale.ROOT, "%.2f s", seconds);
        }
        return seconds < 120
                ? String.format(Locale.ROOT, "%.1f s", seconds)
                : String.format(Locale.ROOT, "%.1f min", seconds / 60);
    }

    /** Thousandths of a second, for what is short. */
    static String milliseconds(double seconds) {
        return String.format(Locale.ROOT, "%.2f ms", 1_000 * seconds);
    }

    /** A whole number with its thousands apart. */
    static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number).replace(',', ' ');
    }

    /** A part of a whole. */
    static String percent(double part) {
        return String.format(Locale.ROOT, part < 0.0995 ? "%.1f %%" : "%.0f %%", 100 * part);
    }

    /** How many times as much. */
    static String times(double factor) {
        return String.format(Locale.ROOT, factor < 10 ? "%.1f×" : "%.0f×", factor);
    }
}
