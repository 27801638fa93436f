package org.heddle.server.channel;

import java.io.IOException;

/** The other side has closed the connection, ended, or stopped answering. */
public final class PeerGoneException extends IOException {
    private static final long serialVersionUID = 1L;

    /** With what is known of it. */
    public PeerGoneException(String message) {
        super(message);
    }
}
