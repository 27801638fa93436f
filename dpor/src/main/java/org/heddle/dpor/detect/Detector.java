package org.heddle.dpor.detect;

import java.util.ArrayList;
import java.util.List;
import org.heddle.dpor.model.Execution;

/** Looks for bugs in one execution. */
@FunctionalInterface
public interface Detector {
    /** The bugs that this execution shows; usually none. */
    List<Finding> detect(Execution execution);

    /** All there are. */
    static Detector standard() {
        return allOf(List.of(new DeadlockDetector(), new FailureDetector(), new NoteDetector(), new RaceDetector()));
    }

    /** What any of these finds. */
    static Detector allOf(List<Detector> detectors) {
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
