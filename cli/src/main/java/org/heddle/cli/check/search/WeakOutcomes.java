package org.heddle.cli.check.search;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.explore.ExplorationListener;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.weak.Robustness;
import org.heddle.dpor.weak.Robustness.Doubt;

/** Looks at executions for what C11 allows besides, unless nobody asks. Passes everything on to another listener. */
public final class WeakOutcomes implements ExplorationListener {
    private final ExplorationListener next;
    private final Search search;
    private boolean isForeign;

    public WeakOutcomes(Search search, ExplorationListener next) {
        this.search = search;
        this.next = next;
    }

    @Override
    public void executed(Execution execution, long total, long open, WorkItem item) {
        isForeign |= execution.counters().foreign();
        if (!item.isExtra() && !execution.hasOverlooked()) {
            monitor().ifPresent(looks -> looks.look(execution));
        }
        next.executed(execution, total, open, item);
    }

    @Override
    public void found(Finding finding, Execution execution, WorkItem item) {
        next.found(finding, execution, item);
    }

    /** What was seen; empty if nobody looked. */
    public Optional<Robustness> monitor() {
        return search.monitor();
    }

    /** Whether all executions that RC11 allows were to be explored. */
    public boolean areExplored() {
        return search.isWeak();
    }

    /** Why nothing can be said of C11, as far as executions tell. */
    public Set<Doubt> doubts() {
        Set<Doubt> all = new TreeSet<>(search.outOfReach());
        monitor().ifPresent(looks -> all.addAll(looks.doubts()));
        return all;
    }

    /** How many executions were drawn of those that C11 allows besides. */
    public long drawn() {
        return search.drawn();
    }

    /** Whether instructions of x86 were executed that C11 says nothing of. */
    public boolean isForeign() {
        return isForeign;
    }
}
