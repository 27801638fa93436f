package org.heddle.cli.report;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.heddle.cli.report.names.Location;

/**
 * Of which memory model a report's claim holds.
 *
 * @param holdsForC11 whether no weaker outcome exists, so that what is claimed of sequentially consistent executions holds for C11
 * @param weaker how many of the weaker executions that RC11 allows were explored, where everything was
 * @param why why nothing is claimed of C11, each reason one clause; empty if something is
 * @param allowed what C11 allows besides
 * @param drawn how many executions were drawn in which loads may find older values
 * @param behind how many executions of RC11 were executed behind the interleavings; 0 where all executions are of RC11
 */
public record MemoryModel(
        boolean holdsForC11, Weaker weaker, List<String> why, List<Outcome> allowed, long drawn, long behind) {
    /** How many of the executions that RC11 allows, and sequential consistency does not, were explored. */
    public enum Weaker {
        /** None: some may have been drawn. */
        NONE,
        /** Those within reach. */
        SOME,
        /** All. */
        ALL;

        /** The word in reports. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Nothing is known. */
    public static final MemoryModel NONE = new MemoryModel(false, Weaker.NONE, List.of(), List.of(), 0, 0);

    /**
     * What no sequentially consistent execution does.
     *
     * @param form {@code read}, {@code update} or {@code store}: what the access does to an older value
     * @param thread of the access
     * @param object what is accessed
     * @param access where
     * @param source where the value was stored that it finds; empty for what was there at first
     * @param old that value, if it is known
     * @param newerThread the thread that has stored a newer value
     * @param newer where
     * @param repair the cheapest change that forbids it, in words; empty if none is known
     * @param text all of that in words
     */
    public record Outcome(
            String form,
            String thread,
            String object,
            Location access,
            Optional<Location> source,
            Optional<Long> old,
            String newerThread,
            Location newer,
            String repair,
            String text) {}
}
