package org.heddle.server.restart;

/**
 * A plan had another result in the runner than in a fork. What the runner has told since the last comparison cannot be
 * relied upon.
 */
public final class RestartDiffersException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** With words for the report. */
    public RestartDiffersException(String message) {
        super(message);
    }
}
