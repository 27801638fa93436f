package org.heddle.dpor.model;

import java.util.List;

/**
 * What a critical section did that was executed in one go, from its lock to its unlock: the plain memory that it touched. Two sections of
 * one mutex commute where neither writes what the other touches (Kokologiannakis, Raad, Vafeiadis, "Effective Lock Handling in
 * Stateless Model Checking", OOPSLA 2019).
 *
 * <p>An event that carries one stands for its lock alone, as the runtime tells it, or for the whole section ({@link Event#isWhole}).
 */
public final class Section {
    private final List<Touch> touches;
    private final boolean everything;
    private final Event lock;
    private final Event unlock;

    /**
     * A range that was touched.
     *
     * @param range the bytes
     * @param writes whether it was written, else it was read only
     */
    public record Touch(MemoryRange range, boolean writes) {
        boolean conflictsWith(Touch other) {
            return (writes || other.writes)
                    && range.address() < other.range.end()
                    && other.range.address() < range.end();
        }
    }

    /**
     * What a section touched.
     *
     * @param touches the ranges, in an order that is the same in every execution
     * @param everything whether it touched more than can be told: all that the mutex protects
     */
    public Section(List<Touch> touches, boolean everything) {
        this(List.copyOf(touches), everything, null, null);
    }

    private Section(List<Touch> touches, boolean everything, Event lock, Event unlock) {
        this.touches = touches;
        this.everything = everything;
        this.lock = lock;
        this.unlock = unlock;
    }

    /** The ranges. */
    public List<Touch> touches() {
        return touches;
    }

    /** Whether it touched more than can be told. */
    public boolean isEverything() {
        return everything;
    }

    /** The event of the whole section, which begins with this lock. */
    public static Event whole(Event lock, Event unlock) {
        Section own = lock.section();
        return lock.with(new Section(own.touches, own.everything, lock, unlock));
    }

    /** The lock of a whole section. */
    public Event lock() {
        return lock;
    }

    /** The unlock of a whole section; null if it is not whole. */
    public Event unlock() {
        return unlock;
    }

    /** Whether one of the two writes what the other touches, as far as the ranges tell. */
    public boolean conflictsWith(Section other) {
        for (Touch touch : touches) {
            for (Touch of : other.touches) {
                if (touch.conflictsWith(of)) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof Section section
                        && everything == section.everything
                        && touches.equals(section.touches));
    }

    @Override
    public int hashCode() {
        return touches.hashCode() + (everything ? 1 : 0);
    }

    @Override
    public String toString() {
        return "Section[touches=" + touches + ", everything=" + everything + "]";
    }
}
