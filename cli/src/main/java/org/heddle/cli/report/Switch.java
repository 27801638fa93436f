package org.heddle.cli.report;

import org.heddle.cli.report.names.Location;

/**
 * The preemption without which a finding does not show.
 *
 * @param step the first step after it
 * @param from label of the thread that could have gone on
 * @param to label of the thread that ran instead
 * @param next what the first would have done, in words
 * @param location where it would
 * @param passing what happens if the first goes on
 */
public record Switch(int step, String from, String to, String next, Location location, Passing passing) {
    /** What it says, in a sentence. */
    public String sentence() {
        String place = location.brief();
        return "before step " + step + ", from " + from + " (which would " + next
                + (place.isEmpty() ? "" : " at " + place) + ") to " + to
                + "; without it this does not happen";
    }
}
