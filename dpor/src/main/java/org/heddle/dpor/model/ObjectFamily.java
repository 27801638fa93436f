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
    /** A range of bytes; every other object is a point. */
    MEMORY;

    /** The family of an operation's first object. */
    public static ObjectFamily of(Operation operation) {
        return of(operation.kind());
    }

    /** The family of an operation's second object. */
    public static ObjectFamily second(Operation operation) {
        return switch (operation.kind()) {
            case COND_WAIT, COND_WAKE -> MUTEX;
            case SIGNAL_CHANGE -> operation.target() >= 0 ? THREAD : NONE;
            default -> operation.interruptedBy() != 0 ? KERNEL : NONE;
        };
    }

    /** The family of the first object of operations of this kind, if they cannot be interrupted. */
    public static ObjectFamily of(OperationKind kind) {
        return switch (kind) {
            case MUTEX_INIT, MUTEX_DESTROY, MUTEX_LOCK, MUTEX_TRYLOCK, MUTEX_UNLOCK -> MUTEX;
            case COND_INIT, COND_DESTROY, COND_WAIT, COND_WAKE, COND_SIGNAL, COND_BROADCAST -> CONDITION;
            case ONCE_BEGIN, ONCE_END -> ONCE;
            case SEM_INIT,
                    SEM_DESTROY,
                    SEM_WAIT,
                    SEM_TRYWAIT,
                    SEM_POST,
                    SEM_GETVALUE,
                    SEM_OPEN,
                    SEM_CLOSE,
                    SEM_UNLINK -> SEMAPHORE;
            case RWLOCK_INIT,
                    RWLOCK_DESTROY,
                    RWLOCK_RDLOCK,
                    RWLOCK_TRYRDLOCK,
                    RWLOCK_WRLOCK,
                    RWLOCK_TRYWRLOCK,
                    RWLOCK_UNLOCK,
                    RWLOCK_ANNOUNCE -> RWLOCK;
            case BARRIER_INIT, BARRIER_DESTROY, BARRIER_ARRIVE, BARRIER_LEAVE -> BARRIER;
            case SPIN_INIT, SPIN_DESTROY, SPIN_LOCK, SPIN_TRYLOCK, SPIN_UNLOCK -> SPINLOCK;
            case THREAD_EXIT, THREAD_JOIN, THREAD_TRYJOIN, THREAD_DETACH -> THREAD;
            case ATOMIC_LOAD, ATOMIC_STORE, ATOMIC_RMW, ATOMIC_CAS, READ, WRITE, AWAIT -> MEMORY;
            case IO_CHANGE, IO_READ, IO_WRITE, IO_POLL, SIGNAL_CHANGE, SIGNAL_WAIT -> KERNEL;
            case THREAD_CREATE, THREAD_START, THREAD_JOIN_ALL, YIELD, SLEEP, PROCESS_EXIT, CHOOSE, ATOMIC_FENCE -> NONE;
        };
    }
}
