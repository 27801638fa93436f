package org.heddle.bench.papers;

import org.heddle.cli.report.Report;

/**
 * What a check came to.
 *
 * @param report of the check, which has the time of the check
 * @param compiling seconds for compiling the program
 */
record Measured(Report report, double compiling) {
    private static final String RACE = "data-race";

    /** How many data races were found. */
    long races() {
        return report.findings().stream()
                .filter(finding -> finding.kind().equals(RACE))
                .count();
    }

    /** How many other things were found. */
    long others() {
        return report.findings().size() - races();
    }

    /** Whether nothing at all was found. */
    boolean isEmpty() {
        return report.findings().isEmpty();
    }
}
