package org.heddle.dpor.detect;

import java.util.ArrayList;
import java.util.List;
import org.heddle.dpor.detect.finding.Detector;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.detect.race.RaceDetector;
import org.heddle.dpor.detect.race.RacePlace;
import org.heddle.dpor.detect.race.RepeatedRaces;
import org.heddle.dpor.detect.wait.DeadlockDetector;
import org.heddle.dpor.history.Consistency;
import org.heddle.dpor.history.SerialHistories;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Race;

/** Which detectors look at the executions of a check. */
public final class Detectors {
    private Detectors() {}

    /** All there are. */
    public static Detector standard() {
        return with(new DeadlockDetector(), new CycleDetector(cycle -> true), new RaceDetector(place -> true));
    }

    /** Those for the executions of one exploration in which nothing is known of operations one at a time. */
    public static Detector ofExploration() {
        return ofExploration(new SerialHistories(Consistency.LINEARIZABILITY));
    }

    /**
     * The same for the executions of one exploration, which knows what is the same bug in several of them: a finding may be one that
     * an earlier execution has shown, if it is no simpler in this one.
     *
     * @param serial what calls of objects under test give one at a time, as far as it is known
     */
    public static Detector ofExploration(SerialHistories serial) {
        return with(
                new StuckCalls(serial, new DeadlockDetector()),
                new ExpectedEnds(),
                new RepeatedRaces(new RaceDetector(place -> true)),
                LinearizabilityDetector.comparing(serial));
    }

    /**
     * For executions with store buffers: a plain store to memory that is not visible reaches it at once, before older ones that are in the
     * buffer. Where another thread may have looked there meanwhile, the execution is none of x86-TSO's. It shows the race, whose memory
     * becomes visible, and no more.
     *
     * @param detector for all other executions
     */
    public static Detector withStoreBuffers(Detector detector) {
        Detector races = new RepeatedRaces(new RaceDetector(place -> true));
        return execution -> (mayOvertake(execution) ? races : detector).detect(execution);
    }

    /** Whether a plain store may have reached memory too early. */
    public static boolean mayOvertake(Execution execution) {
        return execution.races().stream().anyMatch(Race::isInvisible);
    }

    /**
     * All there are, for an execution that is to show a finding with this cause again.
     *
     * @param consistency what was asked of objects under test
     */
    public static Detector showing(String cause, Consistency consistency) {
        return allOf(List.of(standard(), LinearizabilityDetector.remembering(cause, consistency)));
    }

    /** Looks for one bug again; other bugs may be found, or not. */
    public static Detector of(Finding finding) {
        return switch (finding.kind()) {
            case DATA_RACE -> new RaceDetector(RacePlace.of(finding)::equals);
            case LINEARIZABILITY -> LinearizabilityDetector.remembering(finding);
            default -> with(new DeadlockDetector(), new CycleDetector(cycle -> true));
        };
    }

    private static Detector with(Detector deadlocks, Detector... more) {
        List<Detector> all = new ArrayList<>(List.of(deadlocks, new FailureDetector(), new NoteDetector()));
        all.addAll(List.of(more));
        Detector whole = allOf(all);
        Detector cut =
                allOf(List.of(deadlocks, new FailureDetector(), new NoteDetector(), new RaceDetector(place -> true)));
        return execution -> (execution.isCut() ? cut : whole).detect(execution);
    }

    /** What any of these finds. */
    public static Detector allOf(List<Detector> detectors) {
        List<Detector> all = List.copyOf(detectors);
        return execution -> {
            List<Finding> findings = List.of();
            for (Detector detector : all) {
                List<Finding> more = detector.detect(execution);
                if (!more.isEmpty()) {
                    findings = new ArrayList<>(findings);
                    findings.addAll(more);
                }
            }
            return findings;
        };
    }
}
