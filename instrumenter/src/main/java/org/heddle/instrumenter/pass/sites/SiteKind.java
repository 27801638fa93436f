package org.heddle.instrumenter.pass.sites;

/** What happens at a site; the codes are those of {@code enum heddle_site_kind}. */
public enum SiteKind {
    /** A plain read. */
    READ(1),
    /** A plain write. */
    WRITE(2),
    /** An atomic operation or a fence. */
    ATOMIC(3),
    /** A read or write of a range of memory, as by memcpy. */
    RANGE(4),
    /** A call of a function that the checker interposes. */
    CALL(5),
    /** No site but a variable, whose parts have names. */
    VARIABLE(6),
    /** A plain read of a number that is only used to write it back changed: {@code tries++}. */
    COUNTING_READ(7),
    /** The write of that number. */
    COUNTING_WRITE(8),
    /** An atomic change of a number, of which nobody uses what it was. */
    COUNTING_ATOMIC(9),
    ADDING_ATOMIC(10),
    /** As {@link #CALL} or {@link #ATOMIC}, where it matters that not every outcome is explored: see {@code Unvaried}. */
    UNVARIED(11),
    /** A round of a loop that never ends: others have their turn there, unless something visible has happened in it. */
    ENDLESS(12),
    /** What an assertion that fails is made of; in the place of the function stands how its value is shown. */
    OPERAND(13),
    /** As {@link #CALL}, of a wait before which the thread has looked at memory: see {@code LooksFirst}. */
    LOOKED(14);

    private final int code;

    SiteKind(int code) {
        this.code = code;
    }

    /** The code in the table. */
    public int code() {
        return code;
    }
}
