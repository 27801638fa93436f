package org.heddle.dpor.detect;

import java.util.ArrayList;
import java.util.List;
import org.heddle.dpor.detect.finding.Detector;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.detect.finding.Kind;
import org.heddle.dpor.detect.race.RaceDetector;
import org.heddle.dpor.detect.race.RacePlace;
import org.heddle.dpor.detect.race.RepeatedRaces;
import org.heddle.dpor.detect.wait.DeadlockDetector;

/** Which detectors look at the executions of a check. */
public final class Detectors {
    private Detectors() {}

    /** All there are. */
    public static Detector standard() {
        return with(new CycleDetector(cycle -> true), new RaceDetector(place -> true));
    }

    /**
     * The same for the executions of one exploration, which knows what is the same bug in several of them: a finding may be one that
     * an earlier execution has shown, if it is no simpler in this one.
     */
    public static Detector ofExploration() {
        return with(new ExpectedEnds(), new RepeatedRaces(new RaceDetector(place -> true)));
    }

    /** Looks for one bug again; other bugs may be found, or not. */
    public static Detector of(Finding finding) {
        return finding.kind() == Kind.DATA_RACE
                ? new RaceDetector(RacePlace.of(finding)::equals)
                : with(new CycleDetector(cycle -> true));
    }

    private static Detector with(Detector... more) {
        List<Detector> all = new ArrayList<>(others());
        all.addAll(List.of(more));
        Detector whole = allOf(all);
        Detector cut = allOf(List.of(
                new DeadlockDetector(), new FailureDetector(), new NoteDetector(), new RaceDetector(place -> true)));
        return execution -> (execution.isCut() ? cut : whole).detect(execution);
    }

    private static List<Detector> others() {
        return List.of(new DeadlockDetector(), new FailureDetector(), new NoteDetector());
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
