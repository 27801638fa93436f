package org.heddle.dpor.model;

/**
 * A visible operation as a thread announces it, before it is scheduled. It is fixed by the thread's own past.
 *
 * @param kind what is done
 * @param object what it is done to: an address, or a thread (see {@link OperationKind}); names are stable across the
 *     executions of one binary
 * @param object2 the mutex of a condition wait, the bits that a call waits for or that interrupt it, the expected value of a compare-and-swap where it fits 8 bytes,
 *     else 0
 * @param argument a size, count or status (see {@link OperationKind})
 * @param order the memory order of an atomic access, {@link MemoryOrder#SEQ_CST} for everything else
 * @param site the address of the source position's record or of the code, to be resolved by who launched the target
 */
public record Operation(OperationKind kind, long object, long object2, long argument, MemoryOrder order, long site) {
    /** Of an access to memory: how many bytes at {@link #object()}. */
    public long size() {
        return kind == OperationKind.AWAIT ? argument & 0xff : argument;
    }

    /** How many bytes of memory at {@link #object2()} are accessed as well. */
    public long secondSize() {
        if (kind != OperationKind.AWAIT) {
            return 0;
        }
        return argument >> 16 != 0 ? argument >> 16 : argument >> 8;
    }

    /**
     * Of how many of its thread's last events an operation that spins awaits the locations that they read; 0 if it names them
     * itself.
     */
    public int awaitedLooks() {
        return kind == OperationKind.AWAIT && argument >> 16 != 0 ? (int) (argument >> 8 & 0xff) : 0;
    }

    /** Whether a thread with this operation pending goes round a loop until it can be executed. */
    public boolean spins() {
        return switch (kind) {
            case AWAIT -> true;
            case MUTEX_LOCK, SPIN_LOCK, SEM_WAIT, RWLOCK_RDLOCK, RWLOCK_WRLOCK -> (object2 & OperationKind.SPINS) != 0;
            default -> false;
        };
    }

    /**
     * Of an operation that waits for something else than the kernel: the bits of the kernel's word that end the wait as well, which
     * say that a signal or a cancellation has come. 0: none does.
     */
    public long interruptedBy() {
        return switch (kind) {
            case SEM_WAIT, MUTEX_LOCK -> object2 & ~OperationKind.SPINS;
            case RWLOCK_RDLOCK, RWLOCK_WRLOCK -> object2 & ~(OperationKind.SPINS | OperationKind.ANNOUNCED);
            case THREAD_JOIN -> object2;
            default -> 0;
        };
    }

    /** The thread that a signal is sent to, or that is cancelled; −1 for any other operation. */
    public int target() {
        return kind == OperationKind.SIGNAL_CHANGE ? (int) argument - 1 : -1;
    }

    /** An operation on one object with nothing else to say. */
    public static Operation of(OperationKind kind, long object) {
        return new Operation(kind, object, 0, 0, MemoryOrder.SEQ_CST, 0);
    }
}
