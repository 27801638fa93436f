package org.heddle.cli.suite;

import java.util.Optional;
import org.heddle.cli.report.Report;

/**
 * What a test came to.
 *
 * @param entry the test
 * @param report of its check; empty where it could not be checked
 * @param complaint why it fails; empty if it does not
 * @param known how many findings of the baseline were found
 * @param isCached whether the report is of an earlier run
 * @param isNotRun whether there was no time left for it, or the suite was interrupted before
 * @param seconds of wall time
 */
public record EntryOutcome(
        Entry entry,
        Optional<Report> report,
        String complaint,
        int known,
        boolean isCached,
        boolean isNotRun,
        double seconds) {
    private static final String INTERRUPTED = "the suite was interrupted before it";

    /** A test for which there was no time left. */
    static EntryOutcome notRun(Entry entry) {
        return new EntryOutcome(entry, Optional.empty(), "the budget was used up before it", 0, false, true, 0);
    }

    /** A test before which the end was asked for. */
    static EntryOutcome interrupted(Entry entry) {
        return new EntryOutcome(entry, Optional.empty(), INTERRUPTED, 0, false, true, 0);
    }

    /** A test behind one at which the run ends. */
    public static EntryOutcome leftOut(Entry entry) {
        return new EntryOutcome(entry, Optional.empty(), "one before it failed", 0, false, true, 0);
    }

    /** Whether it was not run because the end was asked for. */
    public boolean isInterrupted() {
        return complaint.equals(INTERRUPTED);
    }

    /** A test that could not be checked, and why. */
    static EntryOutcome error(Entry entry, String why, double seconds) {
        return new EntryOutcome(entry, Optional.empty(), why, 0, false, false, seconds);
    }

    /** Whether it is as it is to be. */
    public boolean passed() {
        return complaint.isEmpty();
    }

    /** Whether it was checked and is not as it is to be. */
    public boolean failed() {
        return report.isPresent() && !passed();
    }

    /** Whether it could not be checked. */
    public boolean isError() {
        return report.isEmpty() && !isNotRun;
    }
}
