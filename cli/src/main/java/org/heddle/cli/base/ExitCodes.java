package org.heddle.cli.base;

/** What the process's exit code says. Stable. */
public final class ExitCodes {
    /** Nothing was found; the report says how much was explored. */
    public static final int CLEAN = 0;
    /** A finding. */
    public static final int FINDING = 1;
    /** Wrong usage, or a program that does not compile or cannot be checked. */
    public static final int USAGE = 2;
    /** Not everything was explored, and {@code --require-complete} was given. */
    public static final int INCOMPLETE = 3;
    /** A replay took another course than was recorded. */
    public static final int DIVERGED = 4;
    /** A fault of Heddle itself. */
    public static final int INTERNAL = 70;
    /** The report could not be written: {@code EX_IOERR} of {@code sysexits.h}. */
    public static final int UNWRITTEN = 74;

    private ExitCodes() {}

    /** The exit code where a report could not be written that goes with this one: no success, but a finding stays one. */
    public static int ofUnwritten(int exitCode) {
        return exitCode == CLEAN || exitCode == INCOMPLETE ? UNWRITTEN : exitCode;
    }
}
