package org.heddle.server.protocol.message;

/** Why an execution was forked although its plan allowed the runner; the words fit behind "because". */
public enum Fallback {
    /** It was not. */
    NONE(0, "of nothing"),
    /** It made a call whose effects cannot be undone. */
    SYSTEM_CALL(1, "they made system calls that cannot be undone"),
    /** It crashed, aborted, or sent a signal. */
    CRASH(2, "they crashed, aborted or sent signals"),
    /** It ended in the middle, for want of something. */
    ENDED(3, "they ended early"),
    /** It made no progress. */
    STALLED(4, "they went on for long without a visible operation"),
    /** It wrote very much. */
    OUTPUT(5, "they wrote very much"),
    /** It changed more memory than is worth putting back. */
    MEMORY(6, "they changed much memory"),
    /** The process was killed, or crashed by itself. */
    KILLED(7, "the process that executed them was killed"),
    /** It did not follow its plan. */
    DIVERGED(8, "they did not follow their plans"),
    /** The kernel, or what it allows here, lacks something. */
    UNAVAILABLE(16, "the system lacks something for it (Linux 5.11 or newer, and syscall user dispatch allowed)"),
    /** There is shared writable memory. */
    SHARED(17, "the program has mapped shared memory before main"),
    /** The program handles signals that the runner needs. */
    SIGNALS(18, "the program handles SIGSEGV or SIGSYS, or has an alternate signal stack, before main"),
    /** Asked for by an option. */
    OPTIONS(19, "of --verify, --sandbox or AddressSanitizer"),
    /** The process was killed too often. */
    KILLED_OFTEN(20, "the process that executed them was killed again and again");

    private static final int FIRST_FOR_GOOD = 16;

    private final int code;
    private final String words;

    Fallback(int code, String words) {
        this.code = code;
        this.words = words;
    }

    /** The code in the protocol. */
    public int code() {
        return code;
    }

    /** The reason, behind "because". */
    public String words() {
        return words;
    }

    /** Whether no execution of this target can be had without a fork. */
    public boolean isForGood() {
        return code >= FIRST_FOR_GOOD;
    }

    /** The one with this number on the wire. */
    public static Fallback ofCode(int code) throws ProtocolException {
        for (Fallback fallback : values()) {
            if (fallback.code == code) {
                return fallback;
            }
        }
        throw new ProtocolException("RESULT with the unknown fallback " + Integer.toUnsignedString(code));
    }
}
