package org.heddle.cli.base;

/** Something that the user can put right. The message says what happened, where, and what to do; one line if possible. */
public final class UserError extends Exception {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    /** An error that ends the command with {@link ExitCodes#USAGE}. */
    public UserError(String message) {
        this(message, ExitCodes.USAGE);
    }

    /** An error with another exit code. */
    public UserError(String message, int exitCode) {
        super(message);
        this.exitCode = exitCode;
    }

    /** The process's exit code. */
    public int exitCode() {
        return exitCode;
    }
}
