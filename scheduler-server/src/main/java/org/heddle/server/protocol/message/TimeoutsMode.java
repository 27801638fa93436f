package org.heddle.server.protocol.message;

/** When timed operations may time out; the codes are those of {@code enum heddle_timeouts}. */
public enum TimeoutsMode {
    /** When no thread is enabled otherwise; the earliest deadline first. */
    LAST_RESORT(0),
    /** Wherever they would block. */
    ANY(1),
    /** Never: they wait for good. */
    NEVER(2);

    private final int code;

    TimeoutsMode(int code) {
        this.code = code;
    }

    /** The number on the wire. */
    public int code() {
        return code;
    }

    /** As it is written on a command line. */
    @Override
    public String toString() {
        return switch (this) {
            case LAST_RESORT -> "last-resort";
            case ANY -> "any";
            case NEVER -> "never";
        };
    }

    /** The one with this number on the wire. */
    public static TimeoutsMode ofCode(int code) throws ProtocolException {
        return switch (code) {
            case 0 -> LAST_RESORT;
            case 1 -> ANY;
            case 2 -> NEVER;
            default -> throw new ProtocolException("PLAN with the unknown timeouts mode " + code);
        };
    }
}
