package org.heddle.server.protocol.message;

/** Where handlers of signals that others send may run. */
public enum HandlersMode {
    /** Before any visible operation of their thread, and in calls. */
    ANYWHERE,
    /** In calls that wait, and where the thread sends the signal to itself. */
    CALLS;

    /** As it is written on a command line. */
    @Override
    public String toString() {
        return this == ANYWHERE ? "anywhere" : "calls";
    }
}
