package org.heddle.cli.report;

import java.util.Set;
import org.heddle.cli.report.names.Location;

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
 * @param site file and line where the operation itself is, which may be in a library that the program's code at {@code location} calls
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
        boolean preempts,
        String site) {
    /** What a step does in which a thread looks whether a signal has come for it, and does nothing else. */
    public static final String LOOK = "look for signals";

    private static final Set<String> SIGNAL_STATES =
            Set.of("the signals sent to a thread", "the cancellations of a thread", "what the process does on signals");

    /** A line whose operation is where the program's own code is. */
    public TraceLine(
            int step,
            String thread,
            String operation,
            Location location,
            boolean isKey,
            String kind,
            String object,
            boolean isRelated,
            boolean preempts) {
        this(step, thread, operation, location, isKey, kind, object, isRelated, preempts, location.brief());
    }

    /**
     * Whether it only looks for signals, or is the runtime's part of a call that has a step of its own: a reader needs no row of it. A look
     * in which a handler runs is another step.
     */
    public boolean isLook() {
        return !isKey && isLook(operation);
    }

    /** Whether these words are those of such a step. */
    public static boolean isLook(String operation) {
        return operation.equals(LOOK) || SIGNAL_STATES.stream().anyMatch(operation::endsWith);
    }

    /** Who does what, and where. */
    public String sentence() {
        String place = location.brief();
        return thread + ": " + operation + (place.isEmpty() ? "" : "  at " + place);
    }

    /** The same as one before which the thread of the step before could have gone on. */
    public TraceLine asPreempting() {
        return new TraceLine(step, thread, operation, location, isKey, kind, object, isRelated, true, site);
    }

    /** The same as one that has a part in the bug. */
    public TraceLine asKey() {
        return new TraceLine(step, thread, operation, location, true, kind, object, isRelated, preempts, site);
    }
}
