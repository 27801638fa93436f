package org.heddle.instrumenter.pass.calls;

/**
 * What a call does beyond the memory that its arguments point to.
 *
 * @param kind how
 * @param state to what, if it is a state of the library
 */
record CallEffect(Kind kind, LibraryState state) {
    /** Nothing is known of it. */
    static final CallEffect UNKNOWN = new CallEffect(Kind.UNKNOWN, LibraryState.NONE);

    /** Nothing is known of it but that it may order the accesses of threads. */
    static final CallEffect ORDERS = new CallEffect(Kind.ORDERS, LibraryState.NONE);

    /** It tells what is not controlled. */
    static final CallEffect TELLS = new CallEffect(Kind.TELLS, LibraryState.NONE);

    /** The codes are those of {@code enum heddle_effect} in {@code heddle_abi.h}. */
    enum Kind {
        UNKNOWN,
        CHANGES,
        READS,
        WRITES,
        LOOKS,
        UPDATES,
        TELLS,
        ORDERS;

        /** The number that the hook is given. */
        @SuppressWarnings("EnumOrdinal") // the header lists them in the same order, and a test compares the two
        int code() {
            return ordinal();
        }
    }
}
