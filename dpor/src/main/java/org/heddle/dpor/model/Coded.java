package org.heddle.dpor.model;

/** What has a number on the wire. */
public interface Coded {
    /** The number on the wire. */
    int code();

    /**
     * The one of these values with this code.
     *
     * @param what they are, for the message
     * @throws IllegalArgumentException if there is none
     */
    static <E extends Coded> E of(E[] values, int code, String what) {
        for (E value : values) {
            if (value.code() == code) {
                return value;
            }
        }
        throw new IllegalArgumentException("no " + what + " has the code " + code);
    }
}
