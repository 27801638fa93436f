package org.heddle.cli.check.inspect;

/**
 * A frame of a thread.
 *
 * @param thread label of the thread
 * @param function whose frame; empty for the innermost one of the program's own
 * @param nth which frame of this function, from 0 for the innermost
 */
public record Place(String thread, String function, int nth) {
    /** The innermost frame of a thread that is the program's own. */
    public static Place innermost(String thread) {
        return new Place(thread, "", 0);
    }
}
