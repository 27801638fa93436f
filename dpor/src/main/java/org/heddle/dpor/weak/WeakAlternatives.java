package org.heddle.dpor.weak;

import java.util.ArrayList;
import java.util.List;
import org.heddle.dpor.analysis.RaceDetection;
import org.heddle.dpor.analysis.trace.Trace;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.optimal.MoreAlternatives;
import org.heddle.dpor.weak.OlderReads.Choice;

/**
 * What RC11 lets accesses find besides the newest store, for an exploration of all its executions.
 *
 * <p>An access that overlooks a store which its thread does not come after could as well be executed before that store. The two orders have
 * one graph, so the exploration leaves the one that overlooks more out.
 */
public final class WeakAlternatives implements MoreAlternatives {
    private final Rules rules;
    private RaceDetection order;
    private OlderReads reads;

    /** By the rules of RC11. */
    public WeakAlternatives() {
        this(new Rules());
    }

    /** By other rules. */
    WeakAlternatives(Rules rules) {
        this.rules = rules;
    }

    @Override
    public List<Alternative> of(RaceDetection found) {
        if (order != found) {
            order = found;
            reads = new OlderReads(found, rules);
        }
        reads.look();
        List<Alternative> all = new ArrayList<>();
        for (Choice choice : reads.choices()) {
            if (choice.isLast() && reads.allows(choice)) {
                all.add(new Alternative(choice.row(), instead(found.trace(), choice)));
            }
        }
        return all;
    }

    private static Event instead(Trace trace, Choice choice) {
        Event event = trace.event(choice.row());
        boolean isSwap = event.operation().kind() == OperationKind.ATOMIC_CAS;
        long result = isSwap ? (choice.writes() ? 1 : 0) : event.result();
        return new Event(event.thread(), event.operation(), choice.overlooked(), result, event.value());
    }
}
