package org.heddle.server.os;

/**
 * The limit on the size of core files, in bytes; −1 for none. Programs under test leave no such files, and see the limit that they would
 * have without Heddle.
 *
 * @param soft what holds
 * @param hard what it can be raised to
 */
public record CoreLimit(long soft, long hard) {
    private static final int RLIMIT_CORE = 4;

    /** That of this process, which its children have natively. */
    public static CoreLimit own() {
        long[] limit = new long[2];
        Native.C.prlimit(0, RLIMIT_CORE, null, limit);
        return new CoreLimit(limit[0], limit[1]);
    }

    /** Gives it to another process. */
    public void setOf(int pid) {
        Native.C.prlimit(pid, RLIMIT_CORE, new long[] {soft, hard}, new long[2]);
    }
}
