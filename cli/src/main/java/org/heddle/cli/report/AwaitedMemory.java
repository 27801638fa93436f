package org.heddle.cli.report;

import org.heddle.cli.report.names.Location;

/**
 * Memory that a thread looked at before it began to wait for good: what its condition is made of.
 *
 * @param memory its name
 * @param value what it holds at the end, in decimal; one that may be negative also as such a number
 * @param read where the thread looked at it
 * @param writer the thread that wrote it last, with its name; empty where nobody has
 * @param written where it was written last
 */
public record AwaitedMemory(String memory, String value, Location read, String writer, Location written) {
    /** One line: {@code looked at tasks = 0, which main wrote at pool.c:20}. */
    public String sentence() {
        String place = written.brief().isEmpty() ? "" : " at " + written.brief();
        return "looked at " + memory + " = " + value + ", which "
                + (writer.isEmpty() ? "nobody wrote" : writer + " wrote" + place);
    }
}
