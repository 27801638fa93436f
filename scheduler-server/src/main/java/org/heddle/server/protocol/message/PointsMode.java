package org.heddle.server.protocol.message;

import java.util.Locale;

/** Which accesses are scheduling points; the codes are those of {@code enum heddle_points}. */
public enum PointsMode {
    /** Synchronisation operations and atomics. */
    SYNC(0),
    /** Every instrumented access as well. */
    ALL(1),
    /** Synchronisation operations, atomics, and the plain accesses of memory where some race. */
    AUTO(2);

    private final int code;

    PointsMode(int code) {
        this.code = code;
    }

    /** The number on the wire. */
    public int code() {
        return code;
    }

    /** As it is written on a command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The one with this number on the wire. */
    public static PointsMode ofCode(int code) throws ProtocolException {
        return switch (code) {
            case 0 -> SYNC;
            case 1 -> ALL;
            case 2 -> AUTO;
            default -> throw new ProtocolException("PLAN with the unknown points mode " + code);
        };
    }
}
