package org.heddle.cli.report;

import org.heddle.cli.report.names.Location;

/**
 * What a part of an assertion's expression held when the assertion looked at it.
 *
 * @param name the part: a variable, a member, an element, a call
 * @param value what it held, as C would write it
 * @param now what it held when the assertion failed, where that is something else; else empty
 * @param isShared whether other threads can reach it
 * @param writer the thread that wrote it last, with its name; empty where nobody has, or where it is not shared
 * @param written where it was written last
 */
public record HeldValue(String name, String value, String now, boolean isShared, String writer, Location written) {
    /** One line: {@code logged = 0; T2 (worker) wrote it last at log.c:31}. */
    public String sentence() {
        String held = name + " = " + value;
        if (!isShared) {
            return held;
        }
        String place = written.brief().isEmpty() ? "" : " at " + written.brief();
        if (writer.isEmpty()) {
            return held + "; no write to it was seen";
        }
        return held + "; " + writer + (now.isEmpty() ? " wrote it last" : " has written " + now + " since") + place;
    }
}
