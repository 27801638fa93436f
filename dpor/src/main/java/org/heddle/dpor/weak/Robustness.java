package org.heddle.dpor.weak;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.heddle.dpor.analysis.RaceDetection;
import org.heddle.dpor.analysis.trace.TraceEnd;
import org.heddle.dpor.bound.Coarser;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.ObjectFamily;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;

/**
 * Looks whether a program whose sequentially consistent executions are all looked at has other ones in C11: executions of RC11 (Lahav,
 * Vafeiadis, Kang, Hur, Dreyer, PLDI 2017), of which no sequentially consistent one has the outcome. A program that leaves sequential
 * consistency leaves it first by one {@linkplain StaleReads step} from one of its executions, so where none of them allows such a step,
 * there are none. That holds where one execution of each Mazurkiewicz class is looked at; what is coarser is a {@link Doubt}.
 *
 * <p>Executions without atomics of weaker orders are not looked at: where they have no data race, they are all that there is (DRF-SC, theorem
 * 4 of the same paper).
 */
public final class Robustness {
    /** So many steps are kept. */
    private static final int MOST = 16;

    /** Why nothing can be said. */
    public enum Doubt {
        /** Atomic accesses overlap others that are not of the same bytes. */
        MIXED_SIZES,
        /** Atomic sections have no meaning in C11. */
        ATOMIC_SECTIONS,
        /** Critical sections were executed in one go, so that not all their orders were looked at. */
        WHOLE_SECTIONS,
        /** A wait for a semaphore was taken to come after what it takes alone, so that not all orders were looked at. */
        SEMAPHORES,
        /** Threads add to one number, or store the same one, so that not all orders of that were looked at. */
        BLIND_WRITES,
        /** What comes before exploring begins was executed in one order alone. */
        BEGIN,
        /** Descriptors or signals are used, all of which are taken as one object: that orders more than C11 does. */
        KERNEL,
        /** An execution is too long. */
        TOO_LONG,
        /** Some accesses that may overlook stores cannot be made to: of more than eight bytes, or weak compare-and-swaps that fail for no reason. */
        OUT_OF_REACH;

        /** Whether it is of no account where nothing {@linkplain Coarser coarser} is taken for equivalent. */
        public boolean isOfCoarser() {
            return this == WHOLE_SECTIONS || this == SEMAPHORES || this == BLIND_WRITES;
        }
    }

    /**
     * A step with the execution that allows it.
     *
     * @param step the step
     * @param execution where it is possible
     */
    public record Found(WeakStep step, Execution execution) {}

    private final RaceDetection order = new RaceDetection(new Dependence());
    private final Graph graph;
    private final StaleReads staleReads;
    private final Set<String> places = new HashSet<>();
    private final List<Found> found = new ArrayList<>();
    private final Set<Doubt> doubts = EnumSet.noneOf(Doubt.class);
    private final Set<Coarser> coarser;

    /**
     * Looks at executions of a search.
     *
     * @param coarser what the search takes for equivalent besides
     */
    public Robustness(Set<Coarser> coarser) {
        this(coarser, new Rules());
    }

    /** The same by other rules. */
    Robustness(Set<Coarser> coarser, Rules rules) {
        this.coarser = Set.copyOf(coarser);
        graph = new Graph(order, rules);
        staleReads = new StaleReads(graph, rules);
    }

    /** Looks at an execution. */
    public void look(Execution execution) {
        boolean isKnown = !execution.isCut() && execution.outcome() != Outcome.DIVERGED;
        if (execution.counters().weakAtomics() == 0 || !isKnown) {
            return;
        }
        doubt(execution);
        Event[] events = execution.events().toArray(new Event[0]);
        boolean isCrashed = execution.outcome() != Outcome.SLEEP_BLOCKED && execution.terminator() >= 0;
        TraceEnd end = TraceEnd.of(execution);
        order.order(events, events.length, isCrashed ? end : end.withTerminator(-1));
        if (graph.isTooLarge()) {
            doubts.add(Doubt.TOO_LONG);
            graph.forget();
            return;
        }
        int first = graph.begin();
        for (int row = first; row < order.trace().rows(); row++) {
            if (isUnordered(row)) {
                doubts.add(Doubt.BLIND_WRITES);
            }
            WeakStep step = staleReads.of(row);
            if (step != null && found.size() < MOST && places.add(step.place())) {
                found.add(new Found(step, execution));
            }
            if (row < events.length) {
                graph.add(row);
            }
        }
        if (graph.isMixed()) {
            doubts.add(Doubt.MIXED_SIZES);
        }
    }

    /** Whether only the order of the two is between this write and the one before it, which a coarser search does not reverse. */
    private boolean isUnordered(int row) {
        Event event = order.trace().event(row);
        boolean mayCommute = (event.operation().isAddition() && coarser.contains(Coarser.COUNTER))
                || (event.operation().isMark() && coarser.contains(Coarser.MARK));
        if (!mayCommute) {
            return false;
        }
        Access last = graph.location(event.operation()).last();
        return last != null
                && last.event().operation().isBlind()
                && last.event().thread() != event.thread()
                && !order.trace().happensBeforePrevious(last.row(), row);
    }

    private void doubt(Execution execution) {
        for (Event event : execution.events()) {
            if (event.operation().kind() == OperationKind.SECTION_BEGIN) {
                doubts.add(Doubt.ATOMIC_SECTIONS);
            }
            if (event.operation().kind() == OperationKind.SEM_POST && coarser.contains(Coarser.SEMAPHORE)) {
                doubts.add(Doubt.SEMAPHORES);
            }
            if (event.operation().kind() == OperationKind.BEGIN) {
                doubts.add(Doubt.BEGIN);
            }
            ObjectFamily family = event.operation().kind().family();
            if (family == ObjectFamily.KERNEL || family == ObjectFamily.CHANNEL) {
                doubts.add(Doubt.KERNEL);
            }
            if (event.section() != null) {
                doubts.add(Doubt.WHOLE_SECTIONS);
            }
        }
    }

    /** The steps that executions allow, one for each pair of places in the program. */
    public List<Found> found() {
        return List.copyOf(found);
    }

    /** Whether there are any. */
    public boolean hasFound() {
        return !found.isEmpty();
    }

    /** The same without the first so many. */
    List<Found> foundFrom(int first) {
        return List.copyOf(found.subList(first, found.size()));
    }

    /** Why nothing can be said where no step was found; empty if something can. */
    public Set<Doubt> doubts() {
        return Set.copyOf(doubts);
    }
}
