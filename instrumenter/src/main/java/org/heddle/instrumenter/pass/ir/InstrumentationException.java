package org.heddle.instrumenter.pass.ir;

/** Code could not be instrumented; the message is for the user. */
public final class InstrumentationException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Says why in one line. */
    public InstrumentationException(String message) {
        super(message);
    }

    /** Says why in one line, with what led to it. */
    public InstrumentationException(String message, Throwable cause) {
        super(message, cause);
    }
}
