package org.heddle.dpor.model;

/** What is true of some kinds of operations; a column of the table in {@link OperationKind}. */
public enum OperationTrait {
    /** It is not always enabled. */
    BLOCKS,
    /**
     * It blocks, and {@link Operation#argument()} is a deadline: 0 for none, else virtual nanoseconds from which on the operation
     * times out when nothing else can happen. What may time out whenever it would block is of a try kind, with {@link
     * OperationKind#DEADLINE_ANY}; only COND_WAKE, which has no such kind, can have that deadline itself.
     */
    TIMED,
    /** The thread offers to let others run: switching away from it then is no preemption. */
    YIELDS,
    /** {@link Operation#object2()} is a mutex, which the operation uses as well: takes it or frees it. */
    WITH_MUTEX,
    /** {@link Operation#object2()} has the bits of the kernel's word that end the wait as well, and flags. */
    INTERRUPTIBLE,
    /** It also reads what the kernel keeps; {@link Operation#object2()} has the bits of the kernel's word that it waits for. */
    WITH_KERNEL,
    /** {@link Operation#argument()} may name a thread whose handle the operation uses. */
    WITH_TARGET,
    /** {@link Operation#object2()} may be memory that is read as well. */
    WITH_RANGE,
    /** With result 0, the thread holds the object from here on, or the mutex of WITH_MUTEX. */
    TAKES,
    /** As TAKES, together with others that do. */
    TAKES_SHARED,
    /** The thread no longer holds the object, or the mutex of WITH_MUTEX. */
    FREES,
    /** With result 0, the thread has taken one of what the object counts, which any thread may give back. */
    TAKES_ONE,
    /** With result 0, the object counts one more. */
    GIVES_ONE,
    /** It leaves everything as it was, whatever it finds. A loop of looks, and of tries that fail, waits instead (a spin loop). */
    LOOKS,
    /** It reads memory and may change it. Where it leaves memory as it was, it has only looked. */
    ATTEMPTS,
    /** The object begins to exist: nobody holds it. */
    MAKES,
    /** The object ceases to exist. */
    DESTROYS;

    /** A bit of its own. */
    @SuppressWarnings("EnumOrdinal") // within one run only
    int bit() {
        return 1 << ordinal();
    }
}
