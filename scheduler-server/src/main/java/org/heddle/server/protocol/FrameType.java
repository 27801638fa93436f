package org.heddle.server.protocol;

import org.heddle.server.protocol.message.ProtocolException;

/** What a frame carries; the codes are those of {@code enum heddle_frame_type}. */
public enum FrameType {
    /** Target to server, once: who it is. */
    HELLO(1),
    /** Server to target: run this. */
    PLAN(2),
    /** Target to server: what a plan's execution did. */
    RESULT(3),
    /** Server to target: no more plans. */
    BYE(4),
    /** Either way: why the connection ends, in words. */
    ERROR(5),
    /** Server to target: addresses to be named. */
    RESOLVE(6),
    /** Target to server: the addresses' names. */
    RESOLVED(7),
    /** Target to server: the process that executes a plan for a debugger. */
    DEBUGGEE(8),
    /** Target to server, in place of a result: an invariant of the runtime does not hold. */
    BROKEN(9);

    private final int code;

    FrameType(int code) {
        this.code = code;
    }

    /** The number on the wire. */
    public int code() {
        return code;
    }

    /**
     * The type with this code.
     *
     * @throws ProtocolException if there is none
     */
    public static FrameType ofCode(int code) throws ProtocolException {
        return switch (code) {
            case 1 -> HELLO;
            case 2 -> PLAN;
            case 3 -> RESULT;
            case 4 -> BYE;
            case 5 -> ERROR;
            case 6 -> RESOLVE;
            case 7 -> RESOLVED;
            case 8 -> DEBUGGEE;
            case 9 -> BROKEN;
            default -> throw new ProtocolException("unknown frame type " + code);
        };
    }
}
