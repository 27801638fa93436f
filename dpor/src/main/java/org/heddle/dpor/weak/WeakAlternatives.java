package org.heddle.dpor.weak;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.heddle.dpor.analysis.RaceDetection;
import org.heddle.dpor.analysis.trace.Trace;
import org.heddle.dpor.analysis.trace.TraceEnd;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.optimal.MoreAlternatives;
import org.heddle.dpor.weak.OlderReads.Choice;
import org.heddle.dpor.weak.Robustness.Doubt;

/**
 * What RC11 lets accesses find besides the newest store, for an exploration of all its executions.
 *
 * <p>Of all orders in which a graph can be executed, only the {@linkplain CanonicalOrder canonical} one is explored.
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
            reads = OlderReads.exploring(found, rules);
        }
        List<Alternative> all = new ArrayList<>();
        List<Choice> choices = reads.look() ? reads.choices() : List.of();
        for (Choice choice : choices) {
            if (choice.isCanonical() && reads.allows(choice)) {
                all.add(new Alternative(choice.row(), List.of(), instead(found.trace(), choice)));
            }
        }
        for (Choice choice : choices) {
            if (choice.writes() && !Accesses.writes(found.trace().event(choice.row()))) {
                addElsewhere(found.trace(), choice, all);
            }
        }
        all.sort(Comparator.comparingInt(Alternative::row));
        doubts.addAll(reads.doubts());
        return all;
    }

    /**
     * A compare-and-swap that has failed is a read, and commutes with others. If it overlooks stores, it may succeed, and then it comes behind the
     * reads of what it follows, and before the reads of what follows it. That is no other order of what was executed, so it is looked for
     * here: where it is canonical, all that can be before it is, but for the second kind of reads.
     */
    private void addElsewhere(Trace trace, Choice choice, List<Alternative> all) {
        int row = choice.row();
        List<Integer> behind = reads.readsBehind(choice);
        int depth = behind.isEmpty() ? row : Math.min(row, behind.get(0));
        List<Integer> first = new ArrayList<>();
        for (int other = depth; other < trace.length(); other++) {
            int at = other;
            boolean isAfter = other == row
                    || (other > row && trace.happensBefore(row, other))
                    || behind.stream().anyMatch(read -> read == at || (read < at && trace.happensBefore(read, at)));
            if (!isAfter) {
                first.add(other);
            }
        }
        boolean isInPlace = depth == row && first.stream().noneMatch(other -> isReadThere(trace, other, row));
        if (!isInPlace) {
            addElsewhere(trace, choice, depth, first, all);
        }
    }

    private static boolean isReadThere(Trace trace, int other, int row) {
        Operation read = trace.event(other).operation();
        Operation swap = trace.event(row).operation();
        return read.kind().isMemoryAccess() && read.object() == swap.object() && read.size() == swap.size();
    }

    private void addElsewhere(Trace trace, Choice choice, int depth, List<Integer> first, List<Alternative> all) {
        List<Event> events = new ArrayList<>();
        for (int earlier = 0; earlier < depth; earlier++) {
            events.add(trace.event(earlier));
        }
        first.forEach(other -> events.add(trace.event(other)));
        Event swap = trace.event(choice.row());
        events.add(new Event(swap.thread(), swap.operation(), Event.NO_ALTERNATIVE, swap.result(), swap.value()));
        RaceDetection another = new RaceDetection(new Dependence());
        TraceEnd end = new TraceEnd(List.of(), Trace.NONE, trace.words());
        another.order(events.toArray(new Event[0]), events.size(), end);
        OlderReads there = OlderReads.exploring(another, rules);
        List<Choice> choices = there.look() ? there.choices() : List.of();
        for (Choice moved : choices) {
            boolean isIt = moved.row() == events.size() - 1 && moved.overlooked() == choice.overlooked();
            if (isIt && moved.writes() && moved.isCanonical() && there.allows(moved)) {
                all.add(new Alternative(depth, List.copyOf(first), instead(another.trace(), moved)));
            }
        }
    }

    private static Event instead(Trace trace, Choice choice) {
        Event event = trace.event(choice.row());
        boolean isSwap = event.operation().kind() == OperationKind.ATOMIC_CAS;
        long result = isSwap ? (choice.writes() ? 1 : 0) : event.result();
        int alternative = choice.overlooked() == 0 ? Event.NO_ALTERNATIVE : choice.overlooked();
        return new Event(event.thread(), event.operation(), alternative, result, event.value());
    }
}
