package org.heddle.server.protocol.message;

import java.io.IOException;

/** The other side sent something that the protocol does not allow; the message names what was wrong. */
public sealed class ProtocolException extends IOException permits InvariantException, RefusalException {
    private static final long serialVersionUID = 1L;

    /** With what was wrong. */
    public ProtocolException(String message) {
        super(message);
    }
}
