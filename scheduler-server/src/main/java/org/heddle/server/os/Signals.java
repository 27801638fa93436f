package org.heddle.server.os;

import jnr.constants.platform.Signal;

/** Numbers and names of signals. */
public final class Signals {
    /** Ends a process at once. */
    public static final int KILL = Signal.SIGKILL.intValue();

    private Signals() {}

    /** A signal's name, or its number where it has none. */
    public static String name(int number) {
        for (Signal signal : Signal.values()) {
            if (signal.defined() && signal.intValue() == number) {
                return signal.name();
            }
        }
        return "signal " + number;
    }
}
