package org.heddle.server.protocol.message;

/** The target says that it cannot go on, and why. */
public final class RefusalException extends ProtocolException {
    private static final long serialVersionUID = 1L;

    private final String why;

    /** With the target's words. */
    public RefusalException(String why) {
        super("the target reports: " + why);
        this.why = why;
    }

    /** The target's words. */
    public String why() {
        return why;
    }
}
