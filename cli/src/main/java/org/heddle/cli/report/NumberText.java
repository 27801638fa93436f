package org.heddle.cli.report;

/** Numbers as reports show them. */
public final class NumberText {
    private static final long LARGE = 1L << 40;

    private NumberText() {}

    /** In decimal; those that are too large to count with, such as addresses, in hexadecimal. */
    public static String of(long value) {
        return Math.abs(value) < LARGE ? Long.toString(value) : "0x" + Long.toHexString(value);
    }
}
