package org.heddle.server.protocol.message;

/** Why a prefix could not be followed; the codes are those of {@code enum heddle_divergence}. */
public enum DivergenceReason {
    NONE(0, "it did not diverge"),
    NO_SUCH_THREAD(1, "there is no such thread"),
    FINISHED(2, "the thread has finished"),
    OTHER_OPERATION(3, "the thread was about to do something else"),
    NOT_ENABLED(4, "the thread is not enabled"),
    NO_SUCH_ALTERNATIVE(5, "the operation has no such alternative"),
    ENDED_EARLY(6, "the process ended before the schedule did");

    private final int code;
    private final String words;

    DivergenceReason(int code, String words) {
        this.code = code;
        this.words = words;
    }

    /** Its number on the wire. */
    public int code() {
        return code;
    }

    /** How reports and schedule files say it. */
    public String words() {
        return words;
    }

    /** The one with this number on the wire. */
    public static DivergenceReason ofCode(int code) throws ProtocolException {
        for (DivergenceReason reason : values()) {
            if (reason.code == code) {
                return reason;
            }
        }
        throw new ProtocolException("RESULT with the unknown divergence reason " + code);
    }

    /** The one that is said so. */
    public static DivergenceReason ofWords(String words) {
        for (DivergenceReason reason : values()) {
            if (reason.words.equals(words)) {
                return reason;
            }
        }
        return NONE;
    }
}
