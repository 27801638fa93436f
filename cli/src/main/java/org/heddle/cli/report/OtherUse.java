package org.heddle.cli.report;

import java.util.List;
import org.heddle.cli.report.names.Location;
import org.heddle.dpor.detect.finding.Kind;

/**
 * One more use of a freed block, or of a destroyed object, that a finding is about, as shown by an execution of its own; or a race
 * between such a use and that end.
 *
 * @param kind its rule id
 * @param cause a stable word that says more
 * @param message one sentence
 * @param thread label of the thread
 * @param name the thread's name or start routine, or empty
 * @param location the position
 * @param stack the calls, the innermost first; empty where they are not known
 */
public record OtherUse(
        String kind,
        String cause,
        String message,
        String thread,
        String name,
        Location location,
        List<Location> stack) {

    /** One line: {@code T1 (work): pthread_mutex_lock: the mutex was destroyed}. */
    public String sentence() {
        return isRace() ? message : who() + ": " + cause;
    }

    private boolean isRace() {
        return kind.equals(Kind.DATA_RACE.ruleId());
    }

    /** The same with its place: {@code T1 (work) at queue.c:27: use-after-free}. */
    public String sentenceWithPlace() {
        if (isRace()) {
            return message; // which has its places
        }
        String place = location.brief();
        return who() + (place.isEmpty() ? "" : " at " + place) + ": " + cause;
    }

    private String who() {
        return name.isEmpty() ? thread : thread + " (" + name + ")";
    }
}
