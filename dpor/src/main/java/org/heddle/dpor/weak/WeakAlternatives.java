package org.heddle.dpor.weak;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.heddle.dpor.analysis.RaceDetection;
import org.heddle.dpor.analysis.trace.Trace;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.optimal.MoreAlternatives;
import org.heddle.dpor.weak.OlderReads.Choice;
import org.heddle.dpor.weak.Robustness.Doubt;

/**
 * What RC11 lets accesses find besides the newest store, for an exploration of all its executions.
 *
 * <p>An access that overlooks a store which its thread does not come after could as well be executed before that store. The two orders have
 * one graph, so the exploration leaves the one that overlooks more out.
 */
public final class WeakAlternatives implements MoreAlternatives {
    private final Rules rules;
    private final Set<Doubt> doubts;
    private RaceDetection order;
    private OlderReads reads;

    /**
     * By the rules of RC11.
     *
     * @param doubts where to add why not all are known
     */
    public WeakAlternatives(Set<Doubt> doubts) {
        this(new Rules(), doubts);
    }

    /** By other rules. */
    WeakAlternatives(Rules rules, Set<Doubt> doubts) {
        this.rules = rules;
        this.doubts = doubts;
    }

    @Override
    public List<Alternative> of(RaceDetection found) {
        if (order != found) {
            order = found;
            reads = new OlderReads(found, rules);
        }
        List<Alternative> all = new ArrayList<>();
        List<Choice> choices = reads.look() ? reads.choices() : List.of();
        for (Choice choice : choices) {
            if (choice.isLast() && reads.allows(choice)) {
                all.add(new Alternative(choice.row(), instead(found.trace(), choice)));
            }
        }
        doubts.addAll(reads.doubts());
        return all;
    }

    private static Event instead(Trace trace, Choice choice) {
        Event event = trace.event(choice.row());
        boolean isSwap = event.operation().kind() == OperationKind.ATOMIC_CAS;
        long result = isSwap ? (choice.writes() ? 1 : 0) : event.result();
        return new Event(event.thread(), event.operation(), choice.overlooked(), result, event.value());
    }
}
