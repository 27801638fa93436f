package org.heddle.cli.check.search;

import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.explore.ExplorationListener;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Note;
import org.heddle.dpor.weak.Robustness;
import org.heddle.dpor.weak.Robustness.Doubt;
import org.heddle.dpor.weak.WeakerExecutions;

/** Looks at executions for what C11 allows besides, unless nobody asks. Passes everything on to another listener. */
public final class WeakOutcomes implements ExplorationListener {
    private final ExplorationListener next;
    private final Search search;
    private final Set<String> known = new HashSet<>();
    private final Set<String> further = new TreeSet<>();
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
        if (!item.isExtra()) {
            addLimits(execution, known);
        } else if (item.strategy().equals(WeakerExecutions.NAME)) {
            addLimits(execution, further);
        }
        next.executed(execution, total, open, item);
    }

    private static void addLimits(Execution execution, Set<String> limits) {
        for (Note note : execution.notes()) {
            if (note.kind().isOfLimits()) {
                limits.add(note.text().isEmpty() ? words(note.kind()) : note.text());
            }
        }
    }

    private static String words(Note.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    @Override
    public void found(Finding finding, Execution execution, WorkItem item) {
        next.found(finding, execution, item);
    }

    /** What was seen; empty if nobody looked. */
    public Optional<Robustness> monitor() {
        return search.monitor();
    }

    /** Whether all executions that RC11 allows were to be explored, or have been behind the interleavings. */
    public boolean areExplored() {
        return search.isWeak() || search.areAllBehind();
    }

    /** How many executions that RC11 allows were executed behind the interleavings. */
    public long behind() {
        return search.behind();
    }

    /** Why nothing can be said of C11, as far as executions tell. */
    public Set<Doubt> doubts() {
        Set<Doubt> all = new TreeSet<>(search.outOfReach());
        monitor().ifPresent(looks -> all.addAll(looks.doubts()));
        if (search.areAllBehind()) {
            all.removeIf(Doubt::isOfCoarser); // nothing coarser is taken for the same there
        }
        return all;
    }

    /** What was told of executions behind the interleavings that limits what they prove, and of no interleaving. */
    public Set<String> limitsBehind() {
        Set<String> limits = new TreeSet<>(further);
        limits.removeAll(known);
        return limits;
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
