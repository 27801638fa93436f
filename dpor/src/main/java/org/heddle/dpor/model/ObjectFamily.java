package org.heddle.dpor.model;

/** What sort of thing an operation's object is. Objects of two families never conflict, whatever their addresses. */
public enum ObjectFamily {
    /** No object that anybody shares: the operation is local, or is ordered by creation, exit and join alone. */
    NONE,
    MUTEX,
    CONDITION,
    ONCE,
    SEMAPHORE,
    RWLOCK,
    BARRIER,
    SPINLOCK,
    /** Whether a thread has exited, is joined, or is detached, so that its handle may be used or not. */
    THREAD,
    /** All that the kernel keeps for the process and that threads can wait for: descriptors and signals, taken as one. */
    KERNEL,
    /** A key of thread-specific data. */
    KEY,
    /** A range of bytes; every other object is a point. */
    MEMORY;

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
