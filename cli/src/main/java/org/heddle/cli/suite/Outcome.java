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
 * @param seconds of wall time
 */
public record Outcome(
        Entry entry, Optional<Report> report, String complaint, int known, boolean isCached, double seconds) {
    /** Whether it is as it is to be. */
    public boolean passed() {
        return complaint.isEmpty();
    }

    /** Whether it could not be checked. */
    public boolean isError() {
        return report.isEmpty();
    }
}
