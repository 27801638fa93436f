package org.heddle.server.protocol.message;

import java.util.Optional;

/**
 * How often what POSIX and C11 permit to happen for no reason does: that a wait for a condition variable ends without a signal, that a
 * weak compare-and-swap fails although the values are equal. Where it does at all, any thread may be a barrier's serial one.
 *
 * @param most how many waits of each thread, and how many of its compare-and-swaps; at least 0
 * @param everywhere whether it happens to all of them, rather than only to those in no loop, whose program does not look again
 */
public record Spurious(int most, boolean everywhere) {
    /** Once for each thread, where the program does not look again. */
    public static final Spurious AUTO = new Spurious(1, false);

    /** Never. */
    public static final Spurious NONE = new Spurious(0, true);

    private static final String WORD = "auto";
    private static final int CODE = -1;

    /** The value with this name: {@code auto}, or a number from 0 on; empty if it is neither. */
    public static Optional<Spurious> of(String text) {
        if (text.equals(WORD)) {
            return Optional.of(AUTO);
        }
        try {
            int number = Integer.parseInt(text);
            return number < 0 ? Optional.empty() : Optional.of(new Spurious(number, true));
        } catch (NumberFormatException neither) {
            return Optional.empty();
        }
    }

    /** The value with this number on the wire. */
    public static Spurious ofCode(int code) throws ProtocolException {
        if (code < CODE) {
            throw new ProtocolException("PLAN with " + code + " waits that end without a signal");
        }
        return code == CODE ? AUTO : new Spurious(code, true);
    }

    /** Its number on the wire. */
    public int code() {
        return everywhere ? most : CODE;
    }

    /** As the command line has it. */
    @Override
    public String toString() {
        return everywhere ? Integer.toString(most) : WORD;
    }
}
