package org.heddle.cli.report;

import java.util.List;

/**
 * The execution that goes on without a finding's critical switch, and does not show the finding.
 *
 * @param steps from the switch on, no more than {@link #MOST}; the steps before are those of the finding's trace
 * @param total how many steps it has from the switch on
 * @param end how it ends, in words
 */
public record Passing(List<TraceLine> steps, int total, String end) {
    /** The most steps that are kept. */
    public static final int MOST = 200;

    /** An execution of which nothing is known. */
    public static final Passing UNKNOWN = new Passing(List.of(), 0, "");
}
