package org.heddle.dpor.detect.race;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.heddle.dpor.detect.finding.Detector;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.detect.finding.FoundFinding;
import org.heddle.dpor.model.execution.Execution;

/**
 * Data races in a whole exploration, where most executions show those that an earlier one has shown: where none can be simpler (see
 * {@link FoundFinding}) than what is known, that is returned in its place, and nothing is worked out again.
 */
public final class RepeatedRaces implements Detector {
    private final Detector detector;
    private final Map<RacePlace, Finding> simplest = new HashMap<>();

    /** Tells what this one finds. */
    public RepeatedRaces(Detector detector) {
        this.detector = detector;
    }

    @Override
    public List<Finding> detect(Execution execution) {
        Set<RacePlace> places = RacePlace.in(execution).keySet();
        List<Finding> known = new ArrayList<>();
        for (RacePlace place : places) {
            Finding finding = simplest.get(place);
            if (finding == null
                    || finding.preemptions() > 0
                    || finding.schedule().size() > execution.events().size()) {
                return anew(execution, places);
            }
            known.add(finding);
        }
        return known;
    }

    private List<Finding> anew(Execution execution, Set<RacePlace> places) {
        List<Finding> findings = detector.detect(execution);
        int next = 0;
        for (RacePlace place : places) {
            simplest.merge(place, findings.get(next++), RepeatedRaces::simpler);
        }
        return findings;
    }

    private static Finding simpler(Finding known, Finding other) {
        return new FoundFinding(known, 1).again(other).finding();
    }
}
