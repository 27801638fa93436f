package org.heddle.cli.report;

import java.util.List;

/**
 * A finding in words.
 *
 * @param kind its rule id
 * @param cause a stable word that says more
 * @param message one sentence
 * @param location the place to look at first
 * @param fingerprint equal for the same bug in another run and after unrelated changes of the source
 * @param preemptions of its schedule
 * @param count how many executions showed it
 * @param threads the threads at the end
 * @param trace what happened
 * @param schedule path of the schedule file, or empty where it could not be written
 * @param replays whether running the schedule again showed the same
 * @param output what the program printed
 */
public record ReportedFinding(
        String kind,
        String cause,
        String message,
        Location location,
        String fingerprint,
        int preemptions,
        long count,
        List<ThreadState> threads,
        List<TraceLine> trace,
        String schedule,
        boolean replays,
        String output) {

    /** The same with the schedule's path. */
    public ReportedFinding withSchedule(String path) {
        return new ReportedFinding(
                kind, cause, message, location, fingerprint, preemptions, count, threads, trace, path, replays, output);
    }
}
