package org.heddle.cli.report;

import org.heddle.cli.report.names.FailureWords;
import org.heddle.cli.report.names.Location;
import org.heddle.dpor.analysis.Unprovoked;

/**
 * Something that happens for no reason in the execution that shows a finding, as a standard permits.
 *
 * @param type what happens
 * @param location of the call
 * @param detail of an older value, all that in words; else empty
 * @param failure of a call, how it fails: {@link org.heddle.dpor.model.Operation#failure}; else 0
 */
public record Permitted(Unprovoked.Type type, Location location, String detail, int failure) {
    /** What happens, where, and who permits it: after what it leads to. */
    public String words() {
        String place = location.brief();
        String at = place.isEmpty() ? "" : " at " + place;
        return switch (type) {
            case WAKEUP -> "the wait" + at + " ended without a signal, as POSIX permits (a spurious wakeup)";
            case FAILURE -> "the weak compare-and-swap" + at + " failed although the values were equal, as C11 permits";
            case OLDER_VALUE -> detail;
            case CALL -> "the call"
                    + (location.name().isEmpty() ? "" : " of " + location.name().replaceAll("\\(.*", "")) + at
                    + " " + FailureWords.past(failure) + ", as POSIX permits (--failures)";
            case SERIAL -> "of the threads at the barrier initialised" + at + " not the first one got"
                    + " PTHREAD_BARRIER_SERIAL_THREAD, as POSIX permits";
        };
    }

    /** What to do about it. */
    public String repair() {
        return switch (type) {
            case WAKEUP -> "look at the condition again after each wait: while (!condition) pthread_cond_wait(…), not if";
            case FAILURE -> "try again in a loop as long as the values are equal, or use atomic_compare_exchange_strong";
            case OLDER_VALUE -> "let something order the load after the newer store: memory_order_release and"
                    + " memory_order_acquire on the way from that thread to this one, or memory_order_seq_cst; the note below"
                    + " on what C11 allows names the cheapest change";
            case CALL -> FailureWords.repair(failure);
            case SERIAL -> "let nothing depend on which thread is the serial one";
        };
    }
}
