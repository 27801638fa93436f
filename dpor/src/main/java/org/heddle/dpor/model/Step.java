package org.heddle.dpor.model;

/**
 * One step of a schedule: which thread runs, with which alternative, and what it is expected to do.
 *
 * @param thread the thread (see {@link Event#thread()})
 * @param alternative the alternative, or {@link Event#NO_ALTERNATIVE} to let the runtime take the operation's first one; see {@link
 *     Event#overlooked}
 * @param kind the operation that the thread must have pending, else the execution has diverged
 * @param object its object
 */
public record Step(int thread, int alternative, OperationKind kind, long object) {
    /** The step that repeats this event. */
    public static Step of(Event event) {
        return new Step(
                event.thread(),
                event.alternative(),
                event.operation().kind(),
                event.operation().object());
    }

    /** Whether it finds an older value than the last one in memory: see {@link Event#overlooked}. */
    public boolean readsOlder() {
        return kind.canOverlook() && alternative > 0;
    }
}
