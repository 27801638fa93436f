package org.heddle.cli.report;

/**
 * A call of what is not instrumented, and of which it is not known what it does.
 *
 * @param function the function, or what else it is
 * @param library the file of the library that it is in; empty if it is in the program itself
 * @param location of the call
 */
public record UnseenCall(String function, String library, Location location) {
    /** The call in words. */
    public String text() {
        String place = location.brief();
        String of = library.isEmpty() ? function : function + " of " + library;
        return place.isEmpty() ? of : of + " (" + place + ")";
    }
}
