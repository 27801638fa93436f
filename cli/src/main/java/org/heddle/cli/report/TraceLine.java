package org.heddle.cli.report;

/**
 * One event of a finding's trace.
 *
 * @param step from 0
 * @param thread label of the thread
 * @param operation what it did, in words
 * @param location where
 * @param isKey whether the event had a part in the bug
 * @param kind of the operation, a stable word such as {@code mutex-lock}; empty if not known
 * @param object name of what it was done to, or empty
 * @param isRelated whether it had a part in the bug or came, by happens-before, before something that had
 * @param preempts whether the thread of the step before could have gone on and did not yield
 */
public record TraceLine(
        int step,
        String thread,
        String operation,
        Location location,
        boolean isKey,
        String kind,
        String object,
        boolean isRelated,
        boolean preempts) {
    /** The same as one that has a part in the bug. */
    public TraceLine asKey() {
        return new TraceLine(step, thread, operation, location, true, kind, object, isRelated, preempts);
    }
}
