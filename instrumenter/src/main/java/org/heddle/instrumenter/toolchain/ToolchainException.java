package org.heddle.instrumenter.toolchain;

/** The bundled compiler is not there or cannot be used; the message is for the user. */
public final class ToolchainException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Says why in one line. */
    public ToolchainException(String message) {
        super(message);
    }

    /** Says why in one line, with what led to it. */
    public ToolchainException(String message, Throwable cause) {
        super(message, cause);
    }
}
