package org.heddle.server.launch;

/** A target could not be started. The message says what happened, to which program, and what to do about it. */
public final class LaunchException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Why it could not be started. */
    public enum Reason {
        /** The program, its loader, its working directory or libheddle.so does not exist. */
        NOT_FOUND,
        /** The system does not permit it. */
        NOT_PERMITTED,
        /** It is no program that this machine can run. */
        NOT_EXECUTABLE,
        /** It ended before it connected. */
        ENDED_EARLY,
        /** It runs and never connected. */
        NO_CONNECTION,
        /** It does something that cannot be checked, or lacks something, and says so. */
        REFUSED,
        /** It connected and did not speak the protocol. */
        INCOMPATIBLE,
        /** The system is out of something: processes, memory, descriptors, space. */
        RESOURCES
    }

    private final Reason reason;

    /** With all that there is to say. */
    public LaunchException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** Without a cause. */
    public LaunchException(Reason reason, String message) {
        this(reason, message, null);
    }

    /** Why. */
    public Reason reason() {
        return reason;
    }
}
