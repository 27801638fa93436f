package org.heddle.server.os;

import jnr.constants.platform.Signal;

/** Numbers and names of signals. */
public final class Signals {
    /** Ends a process at once. */
    public static final int KILL = Signal.SIGKILL.intValue();

    /** Asks the process to end. */
    public static final int TERM = Signal.SIGTERM.intValue();

    private static final long IGNORE = 1; // SIG_IGN

    private Signals() {}

    /** A signal that is ignored until this is closed. */
    public interface Ignored extends AutoCloseable {
        @Override
        void close();
    }

    /** Lets control-C pass this process by: it is meant for a program in the foreground. */
    public static Ignored ignoreInterrupt() {
        int interrupt = Signal.SIGINT.intValue();
        long before = Native.C.signal(interrupt, IGNORE);
        return () -> Native.C.signal(interrupt, before);
    }

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
