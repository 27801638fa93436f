package org.heddle.cli.check.search;

import java.util.Optional;
import org.heddle.cli.check.options.CheckOptions;
import org.heddle.cli.check.options.ModelChoice;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.explore.ExplorationListener;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.weak.Robustness;

/** Looks at executions for what C11 allows besides, unless nobody asks. Passes everything on to another listener. */
public final class WeakOutcomes implements ExplorationListener {
    private final ExplorationListener next;
    private final Optional<Robustness> monitor;
    private boolean isForeign;

    public WeakOutcomes(CheckOptions options, ExplorationListener next) {
        this.next = next;
        monitor = options.telling().model() == ModelChoice.AUTO
                ? Optional.of(new Robustness(options.search().coarser()))
                : Optional.empty();
    }

    @Override
    public void executed(Execution execution, long total, long open, WorkItem item) {
        isForeign |= execution.counters().foreign();
        monitor.ifPresent(looks -> looks.look(execution));
        next.executed(execution, total, open, item);
    }

    @Override
    public void found(Finding finding, Execution execution, WorkItem item) {
        next.found(finding, execution, item);
    }

    /** What was seen; empty if nobody looked. */
    public Optional<Robustness> monitor() {
        return monitor;
    }

    /** Whether instructions of x86 were executed that C11 says nothing of. */
    public boolean isForeign() {
        return isForeign;
    }
}
