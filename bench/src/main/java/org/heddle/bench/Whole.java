package org.heddle.bench;

import org.heddle.dpor.detect.Detectors;
import org.heddle.dpor.explore.Budget;
import org.heddle.dpor.explore.ExplorationListener;
import org.heddle.dpor.explore.Explorer;
import org.heddle.dpor.explore.plan.ExecutionRunner;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.optimal.OptimalDpor;

/** The exploration that benchmarks measure: all classes, one execution each, without a bound. */
public final class Whole {
    private Whole() {}

    /** Explores everything; the number of executions. */
    public static long explore(ExecutionRunner target) throws InterruptedException {
        return new Explorer(
                        target,
                        new OptimalDpor(),
                        Budget.unlimited(true),
                        Plan.Limits.DEFAULT,
                        Detectors.standard(),
                        ExplorationListener.SILENT)
                .explore()
                .counts()
                .total();
    }
}
