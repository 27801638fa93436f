package org.heddle.dpor.minimise;

import java.util.Comparator;
import java.util.List;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.execution.Execution;

/** An execution that shows the finding, and the finding as it shows it. */
record Shown(Finding finding, Execution execution) {
    private static final Comparator<Shown> SIMPLICITY = Comparator.<Shown>comparingInt(
                    shown -> shown.finding.preemptions())
            .thenComparingInt(shown -> switches(shown.finding.schedule()))
            .thenComparingInt(shown -> shown.finding.schedule().size());

    /** Whether this has fewer preemptions than the other; if equal, fewer switches; if equal, fewer events. */
    boolean isSimplerThan(Shown other) {
        return SIMPLICITY.compare(this, other) < 0;
    }

    private static int switches(List<Step> steps) {
        int switches = 0;
        for (int k = 1; k < steps.size(); k++) {
            switches += steps.get(k).thread() != steps.get(k - 1).thread() ? 1 : 0;
        }
        return switches;
    }
}
