package org.heddle.server.protocol;

/** Why a prefix could not be followed; the codes are those of {@code enum heddle_divergence}. */
enum DivergenceReason {
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

    int code() {
        return code;
    }

    String words() {
        return words;
    }

    static DivergenceReason ofCode(int code) throws ProtocolException {
        for (DivergenceReason reason : values()) {
            if (reason.code == code) {
                return reason;
            }
        }
        throw new ProtocolException("RESULT with the unknown divergence reason " + code);
    }

    static DivergenceReason ofWords(String words) {
        for (DivergenceReason reason : values()) {
            if (reason.words.equals(words)) {
                return reason;
            }
        }
        return NONE;
    }
}
