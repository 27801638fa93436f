package org.heddle.cli.report;

import java.util.Optional;

/**
 * What is known of a finding's schedule.
 *
 * @param file its path, or empty where it could not be written
 * @param preemptions how often it switches away from a thread that could have gone on; {@link #UNKNOWN} where there was no room for it
 * @param isLeast whether it was proved that the finding does not show with fewer
 * @param critical the critical switch, if there is a preemption and it was looked for
 * @param replays whether running it again showed the same
 */
public record Schedule(String file, int preemptions, boolean isLeast, Optional<Switch> critical, boolean replays) {
    /** In the place of the number of preemptions, where the schedule is not known. */
    public static final int UNKNOWN = -1;

    /** Whether it is known. */
    public boolean isKnown() {
        return preemptions != UNKNOWN;
    }

    /** The same in this file. */
    public Schedule in(String path) {
        return new Schedule(path, preemptions, isLeast, critical, replays);
    }

    /** How many preemptions there are, and what is known of that number. */
    public String simplicity() {
        if (!isKnown()) {
            return "not known: there was no room in memory (--memory) for so long an execution";
        }
        if (preemptions == 0) {
            return "no preemption is needed";
        }
        String number = preemptions == 1 ? "1 preemption" : preemptions + " preemptions";
        return number + (isLeast ? ", proved to be the fewest" : ", the fewest known");
    }
}
