package org.heddle.dpor.model;

/**
 * What sort of thing an operation's object is; the codes are those of {@code enum heddle_family} in {@code wire_enums.h}. Objects
 * of two families never conflict, whatever their addresses.
 */
public enum ObjectFamily implements Coded {
    /** No object that anybody shares: the operation is local, or is ordered by creation, exit and join alone. */
    NONE(0),
    MUTEX(1),
    CONDITION(2),
    ONCE(3),
    SEMAPHORE(4),
    RWLOCK(5),
    BARRIER(6),
    SPINLOCK(7),
    /** Whether a thread has exited, is joined, or is detached, so that its handle may be used or not. */
    THREAD(8),
    /** All that the kernel keeps for the process and that threads can wait for: descriptors and signals, taken as one. */
    KERNEL(9),
    /** A key of thread-specific data. */
    KEY(10),
    /** A range of bytes; every other object is a point. */
    MEMORY(11);

    private final int code;

    ObjectFamily(int code) {
        this.code = code;
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
        return switch (this) {
            case NONE, THREAD, KERNEL, KEY -> false;
            case MUTEX, CONDITION, ONCE, SEMAPHORE, RWLOCK, BARRIER, SPINLOCK, MEMORY -> true;
        };
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
        if (operation.interruptedBy() != 0) {
            return KERNEL;
        }
        return operation.target() >= 0 ? THREAD : NONE;
    }
}
