package org.heddle.dpor.model;

import java.util.Objects;

/**
 * A visible operation as a thread announces it, before it is scheduled. It is fixed by the thread's own past.
 *
 * @param kind what is done
 * @param object what it is done to: an address, or a thread (see {@link OperationKind}); names are stable across the
 *     executions of one binary
 * @param object2 the mutex of a condition wait, the bits that a call waits for or that interrupt it, the expected value of a
 *     compare-and-swap where it fits 8 bytes, else 0
 * @param argument a size, count or status (see {@link OperationKind})
 * @param order the memory order of an atomic access; {@link MemoryOrder#OWN} of a wait for child processes, of a call on
 *     descriptors that {@link #isTriedAgain}, and of one that begins to wait for what is behind a number; {@link
 *     MemoryOrder#SEQ_CST} for everything else
 * @param failure of a compare-and-swap, its order if it fails; else the same as {@code order}
 * @param isClaimed of an access that may write: whether a claim of the program about its memory may read what it writes
 * @param site the address of the source position's record or of the code, to be resolved by who launched the target
 */
public record Operation(
        OperationKind kind,
        long object,
        long object2,
        long argument,
        MemoryOrder order,
        MemoryOrder failure,
        boolean isClaimed,
        long site) {
    /** In {@link #orders}: the operation {@link #isClaimed}. */
    public static final int CLAIMED = 1 << 12;

    /** An operation of one memory order. */
    public Operation(OperationKind kind, long object, long object2, long argument, MemoryOrder order, long site) {
        this(kind, object, object2, argument, order, order, false, site);
    }

    /** Of a wait on a condition variable: the mutex. */
    public long mutex() {
        return kind.has(OperationTrait.WITH_MUTEX) ? object2 : 0;
    }

    /** Whether it is the choice whether and how a call fails. */
    public boolean isOfFailure() {
        return kind == OperationKind.CHOOSE && object2 == OperationKind.FAILS;
    }

    /** How the call fails by this alternative of a choice {@link OperationKind#FAILS}: an error number, or {@link OperationKind#FAILS_SHORT}. */
    public int failure(int alternative) {
        return (int) (object >>> ((alternative - 1) * Byte.SIZE)) & 0xff;
    }

    /** Virtual nanoseconds from which on the operation times out, {@link OperationKind#DEADLINE_ANY}, or 0 for never. */
    public long deadline() {
        return kind.isTimed() ? argument : 0;
    }

    /** Whether it wakes threads that wait on a condition or a futex, one or all. */
    public boolean signals() {
        return kind == OperationKind.COND_SIGNAL || kind == OperationKind.COND_BROADCAST;
    }

    /** Of the first half of a wait: whether the thread waits because of what it has seen in memory since its operation before. */
    public boolean hasLooked() {
        return kind == OperationKind.COND_WAIT && argument != 0;
    }

    /** Whether the operation may time out at any moment. */
    public boolean mayTimeOut() {
        return deadline() == OperationKind.DEADLINE_ANY;
    }

    /** Of an operation on descriptors or signals: the bits of the kernel's word of which one must be set, 0 if none need be. */
    public long readyBits() {
        return kind.family() == ObjectFamily.KERNEL || kind.has(OperationTrait.WITH_KERNEL) ? object2 : 0;
    }

    /** Whether it waits for child processes to end, or for what interrupts that. */
    public boolean waitsForChildren() {
        return kind == OperationKind.SIGNAL_WAIT && order == MemoryOrder.OWN;
    }

    /** Of a writer that takes a read-write lock: whether it has announced itself, and keeps new readers out. */
    public boolean isAnnounced() {
        return kind == OperationKind.RWLOCK_WRLOCK && (object2 & OperationKind.ANNOUNCED) != 0;
    }

    /** Of a compare-and-swap of at most 8 bytes: the value that it expects. */
    public long expected() {
        return object2;
    }

    /** Of an operation on a barrier: how many threads it waits for. */
    public int barrierCount() {
        return (int) argument;
    }

    /** Whether it adds to memory without looking: its thread goes on alike whatever was there. */
    public boolean isAddition() {
        return kind == OperationKind.ATOMIC_RMW && object2 == OperationKind.ADDS;
    }

    /**
     * Whether it stores a number other than zero, which other threads may store there as well: that a thread has come so far, is to
     * end, or has found something.
     */
    public boolean isMark() {
        return kind == OperationKind.ATOMIC_STORE && object2 == OperationKind.MARKS;
    }

    /** Whether it writes and commutes with its like, so that what it found and left tells nothing: an addition or a mark. */
    public boolean isBlind() {
        return isAddition() || isMark();
    }

    /** Of a choice: how many alternatives it has. */
    public int choices() {
        return (int) argument;
    }

    /** Of a semaphore's initialisation: its value. */
    public long initialValue() {
        return argument;
    }

    /** Whether a reader gives back a read-write lock. */
    public boolean isReaderRelease() {
        return kind == OperationKind.RWLOCK_UNLOCK && argument == 0;
    }

    /** Of the end of a once-initialiser: whether it was left before its end. */
    public boolean isAbandoned() {
        return argument != 0;
    }

    /** Of an operation that takes or frees a lock: the lock. */
    public long lock() {
        return kind.has(OperationTrait.WITH_MUTEX) ? object2 : object;
    }

    /** Of an access to memory: how many bytes at {@link #object()}. */
    public long size() {
        return kind == OperationKind.AWAIT ? argument & 0xff : argument;
    }

    /** How many bytes of memory at {@link #object2()} are accessed as well. */
    public long secondSize() {
        if (!kind.has(OperationTrait.WITH_RANGE)) {
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

    /** Whether it is a call on descriptors that its thread makes again and again, without waiting, until it finds something. */
    public boolean isTriedAgain() {
        return order == MemoryOrder.OWN && !waitsForChildren() && readyBits() != 0;
    }

    /** Whether a thread with this operation pending goes round a loop until it can be executed. */
    public boolean spins() {
        return kind == OperationKind.AWAIT
                || isTriedAgain()
                || (kind.has(OperationTrait.INTERRUPTIBLE) && (object2 & OperationKind.SPINS) != 0);
    }

    /**
     * Of an operation that waits for something else than the kernel: the bits of the kernel's word that end the wait as well, which
     * say that a signal or a cancellation has come. 0: none does.
     */
    public long interruptedBy() {
        return kind.has(OperationTrait.INTERRUPTIBLE) ? object2 & ~(OperationKind.SPINS | OperationKind.ANNOUNCED) : 0;
    }

    /** Whether it creates a thread of the runtime's own, which waits for a timer, and which nobody waits for. */
    public boolean isOwnThread() {
        return kind == OperationKind.THREAD_CREATE && object2 == OperationKind.OWN_THREAD;
    }

    /** Of the begin of a thread: the thread like it after whose first operation it begins; −1: it waits for none. */
    public int beginsAfter() {
        return kind == OperationKind.THREAD_START && object2 != 0 ? (int) object2 : -1;
    }

    /** Whether it forks a process, which begins with a copy of the thread. */
    public boolean forks() {
        return kind == OperationKind.THREAD_CREATE && object2 == OperationKind.FORKS;
    }

    /** Whether it begins or ends the fork of a process beside other threads. */
    public boolean isOfFork() {
        return isSectionOf(OperationKind.FORKS);
    }

    /** Whether it begins or ends the end of a process that was forked, beside threads of its own. */
    public boolean isOfProcessEnd() {
        return isSectionOf(OperationKind.ENDS);
    }

    /** Whether it begins or ends a command, which runs at once beside other threads. */
    public boolean isOfCommand() {
        return isSectionOf(OperationKind.RUNS);
    }

    private boolean isSectionOf(long what) {
        return (kind == OperationKind.SECTION_BEGIN || kind == OperationKind.SECTION_END)
                && argument == 0
                && object2 == what;
    }

    /** Whether it ends the process where no other thread can go on. */
    public boolean isLateExit() {
        return kind == OperationKind.PROCESS_EXIT && object2 == OperationKind.LATE;
    }

    /** Whether a wait is one on a futex, whose word is lock and condition variable in one. */
    public boolean isOnFutex() {
        return kind.has(OperationTrait.WITH_MUTEX) && object == object2;
    }

    /** The thread that a signal is sent to, or that is cancelled; −1 for any other operation. */
    public int target() {
        return kind.has(OperationTrait.WITH_TARGET) ? (int) argument - 1 : -1;
    }

    /**
     * Both memory orders as one number: that of success, and in the lower half of the second byte, if that of failure is another
     * one, 1 plus that; and {@link #CLAIMED}.
     */
    @SuppressWarnings("EnumOrdinal") // MemoryOrder promises that its ordinals are those of the wire
    public int orders() {
        return order.ordinal() | (failure == order ? 0 : (failure.ordinal() + 1) << 8) | (isClaimed ? CLAIMED : 0);
    }

    // Written out, as a record's own ways of these are slow the first time, and every start of Heddle takes them.

    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof Operation operation
                        && kind == operation.kind
                        && object == operation.object
                        && object2 == operation.object2
                        && argument == operation.argument
                        && order == operation.order
                        && failure == operation.failure
                        && isClaimed == operation.isClaimed
                        && site == operation.site);
    }

    @Override
    public int hashCode() {
        return Objects.hash(kind, object, object2, argument, order, failure, isClaimed, site);
    }

    /** An operation on one object with nothing else to say. */
    public static Operation of(OperationKind kind, long object) {
        return new Operation(kind, object, 0, 0, MemoryOrder.SEQ_CST, 0);
    }
}
