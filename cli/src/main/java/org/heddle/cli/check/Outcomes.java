package org.heddle.cli.check;

import org.heddle.dpor.model.Note;

/**
 * What POSIX or C11 leave open, is not explored, and matters to the program.
 *
 * @param assumption of interleavings, after "in which"
 * @param remark before the places
 */
record Outcomes(String assumption, String remark) {
    /** What a note of the kind {@link Note.Kind#UNVARIED} is about. */
    static Outcomes of(Note note) {
        return switch (note.text()) {
            case "pthread_barrier_wait" -> new Outcomes(
                    "the thread with the lowest number is a barrier's serial one",
                    "any thread may get PTHREAD_BARRIER_SERIAL_THREAD; here it was the one with the lowest number of those that"
                            + " the barrier lets go");
            case "atomic_compare_exchange_weak" -> new Outcomes(
                    "weak compare-and-swaps fail only where the values differ",
                    "a weak compare-and-swap may fail although the values are equal, and this one is in no loop"
                            + " (--spurious=1: it does)");
            default -> new Outcomes(
                    "waits end by signals alone",
                    "a wait for a condition variable may end without a signal, and this one is in no loop (--spurious=1: it does)");
        };
    }
}
