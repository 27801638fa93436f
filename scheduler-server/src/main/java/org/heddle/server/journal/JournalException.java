package org.heddle.server.journal;

/** A journal cannot be used. The message says which, why, and what to do. */
public final class JournalException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** With a message for the user. */
    public JournalException(String message) {
        super(message);
    }

    /** With a message for the user and the cause. */
    public JournalException(String message, Throwable cause) {
        super(message, cause);
    }
}
