package org.heddle.dpor.model;

/**
 * What sort of thing an operation's object is; the codes are those of {@code enum heddle_family} in {@code wire_enums.h}. Objects
 * of two families never conflict, whatever their addresses.
 */
public enum ObjectFamily implements Coded {
    /** No object that anybody shares: the operation is local, or is ordered by creation, exit and join alone. */
    NONE(0, false),
    MUTEX(1, true),
    CONDITION(2, true),
    ONCE(3, true),
    SEMAPHORE(4, true),
    RWLOCK(5, true),
    BARRIER(6, true),
    SPINLOCK(7, true),
    /** Whether a thread has exited, is joined, or is detached, so that its handle may be used or not. */
    THREAD(8, false),
    /** All that the kernel keeps for the process and that threads can wait for: descriptors and signals, taken as one but for channels. */
    KERNEL(9, false),
    /** A key of thread-specific data. */
    KEY(10, false),
    /** A range of bytes; every other object is a point. */
    MEMORY(11, true),
    /** An object under test: the order of the calls that the program marks. */
    HISTORY(12, true),
    /** What the program's claims about its memory read, taken as one: the second object of whatever may change it. */
    CLAIMS(13, true),
    /** A pipe, a pair of sockets or an event counter: what one descriptor of it takes, another one has given. */
    CHANNEL(14, false);

    private final int code;
    private final boolean isInSections;

    ObjectFamily(int code, boolean isInSections) {
        this.code = code;
        this.isInSections = isInSections;
    }

    @Override
    public int code() {
        return code;
    }

    /**
     * The family with this code.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static ObjectFamily ofCode(int code) {
        return Coded.of(values(), code, "family of objects");
    }

    /** Whether atomic sections may use such objects, so that they are dependent with all that does. */
    public boolean isInSections() {
        return isInSections;
    }

    /** The family of an operation's first object. */
    public static ObjectFamily of(Operation operation) {
        return operation.kind().family();
    }

    /** The family of an operation's second object. */
    public static ObjectFamily second(Operation operation) {
        OperationKind kind = operation.kind();
        if (kind.has(OperationTrait.WITH_MUTEX)) {
            return MUTEX;
        }
        if (operation.isClaimed()) {
            return CLAIMS;
        }
        if (operation.interruptedBy() != 0 || kind.has(OperationTrait.WITH_KERNEL)) {
            return KERNEL;
        }
        return operation.target() >= 0 ? THREAD : NONE;
    }
}
