package org.heddle.dpor.model;

/**
 * How an operation uses an object. Two uses of one object by two threads are dependent unless {@link #commutesWith} says
 * that they commute.
 *
 * <pre>
 *             READ   WRITE  ENQUEUE  WAKE   NOTIFY  LEAVE  SHARE  DISPOSE  TAKE
 *   READ       –      D       D       –       D       D      D       D       D
 *   WRITE      D      D       D       D       D       D      D       D       D
 *   ENQUEUE    D      D       –       –       D       –      D       D       D
 *   WAKE       –      D       –       –       –       –      –       –       –
 *   NOTIFY     D      D       D       –       D       D      D       D       –
 *   LEAVE      D      D       –       –       D       –      D       D       D
 *   SHARE      D      D       D       –       D       D      –       –       D
 *   DISPOSE    D      D       D       –       D       D      –       D       D
 *   TAKE       D      D       D       –       –       D      D       D       D
 * </pre>
 *
 * <p>The rows for condition variables follow the way in which waits are split in Yang et al., "Inspect: A Runtime Model
 * Checker for Multithreaded C Programs" (2008). A wake-up is ordered after the one signal that woke it; that edge is not a
 * matter of the objects alone and is drawn where happens-before is computed. Before that signal the wake-up is not enabled,
 * and any other signal commutes with it. Likewise a TAKE is ordered after the one post of which it takes what was posted.
 */
public enum AccessKind {
    /** Learns the state and leaves it: a load, a failed trylock or compare-and-swap, a signal that nobody heard. */
    READ,
    /** Changes the state in a way that commutes with nothing: a store, an acquire, a release. */
    WRITE,
    /** Joins the waiters of a condition variable. */
    ENQUEUE,
    /** Returns from a condition variable, or leaves a barrier, after having been woken. */
    WAKE,
    /**
     * Wakes at least one waiter of a condition variable; arrives at a barrier that more threads use than it waits for; posts a semaphore
     * whose waits take in turn.
     */
    NOTIFY,
    /** Returns from a condition variable, or leaves its waiters because a time is up, whichever comes first. */
    LEAVE,
    /**
     * Commutes with its like: posts a semaphore, takes or gives back a lock as a reader, arrives at a barrier, adds to a counter; the exit
     * of a thread.
     */
    SHARE,
    /** Detaches a thread, whether it has exited or not; of two, one fails. */
    DISPOSE,
    /** Takes from a semaphore what was posted first, so that later posts make no difference. */
    TAKE;

    /** Whether two uses of one object, of these kinds, by two threads, lead to the same state in either order. */
    public boolean commutesWith(AccessKind other) {
        return switch (this) {
            case READ -> other == READ || other == WAKE;
            case WRITE -> false;
            case ENQUEUE, LEAVE -> other == ENQUEUE || other == LEAVE || other == WAKE;
            case SHARE -> other == SHARE || other == WAKE || other == DISPOSE;
            case DISPOSE -> other == SHARE || other == WAKE;
            case WAKE -> other != WRITE;
            case NOTIFY -> other == WAKE || other == TAKE;
            case TAKE -> other == WAKE || other == NOTIFY;
        };
    }
}
