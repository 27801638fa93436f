package org.heddle.dpor.model;

/**
 * How an operation uses an object. Two uses of one object by two threads are dependent unless {@link #commutesWith} says
 * that they commute.
 *
 * <p>Each kind has a row of the table of dependence: for each kind, in the order in which they are declared, D where the two are
 * dependent and - where they commute.
 *
 * <p>The rows for condition variables follow the way in which waits are split in Yang et al., "Inspect: A Runtime Model
 * Checker for Multithreaded C Programs" (2008). A wake-up is ordered after the one signal that woke it; that edge is not a
 * matter of the objects alone and is drawn where happens-before is computed. Before that signal the wake-up is not enabled,
 * and any other signal commutes with it. Likewise a TAKE is ordered after the one post of which it takes what was posted.
 */
public enum AccessKind {
    /** Learns the state and leaves it: a load, a failed trylock or compare-and-swap, a signal that nobody heard. */
    READ(0, "-DD-DDDDD"),
    /** Changes the state in a way that commutes with nothing: a store, an acquire, a release. */
    WRITE(1, "DDDDDDDDD"),
    /** Joins the waiters of a condition variable. */
    ENQUEUE(2, "DD--D-DDD"),
    /** Returns from a condition variable, or leaves a barrier, after having been woken. */
    WAKE(3, "-D-------"),
    /**
     * Wakes at least one waiter of a condition variable; arrives at a barrier that more threads use than it waits for; posts a semaphore
     * whose waits take in turn.
     */
    NOTIFY(4, "DDD-DDDD-"),
    /** Returns from a condition variable, or leaves its waiters because a time is up, whichever comes first. */
    LEAVE(5, "DD--D-DDD"),
    /**
     * Commutes with its like: posts a semaphore, takes or gives back a lock as a reader, arrives at a barrier, adds to a counter; the exit
     * of a thread.
     */
    SHARE(6, "DDD-DD--D"),
    /** Detaches a thread, whether it has exited or not; of two, one fails. */
    DISPOSE(7, "DDD-DD-DD"),
    /** Takes from a semaphore what was posted first, so that later posts make no difference. */
    TAKE(8, "DDD--DDDD");

    private final int place;
    private final int dependent;

    AccessKind(int place, String row) {
        this.place = place;
        int bits = 0;
        for (int column = 0; column < row.length(); column++) {
            bits |= row.charAt(column) == 'D' ? 1 << column : 0;
        }
        this.dependent = bits;
    }

    /** Whether two uses of one object, of these kinds, by two threads, lead to the same state in either order. */
    public boolean commutesWith(AccessKind other) {
        return (dependent >>> other.place & 1) == 0;
    }
}
