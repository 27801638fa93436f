package org.heddle.dpor.weak;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.heddle.dpor.analysis.RaceDetection;
import org.heddle.dpor.analysis.trace.Trace;
import org.heddle.dpor.analysis.trace.TraceEnd;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.MemoryOrder;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.weak.Robustness.Doubt;

/**
 * Which stores the accesses of an execution may overlook in RC11 (Lahav, Vafeiadis, Kang, Hur, Dreyer, PLDI 2017, definitions 1 and 2). In the
 * execution itself some may have done so: the order in which it executes its events goes with program order and reads-from; from-read and
 * modification order may go against it. Every graph of RC11 has such an execution.
 *
 * <p>An access that is executed last can break three axioms: coherence, where it comes after what knows of a newer store; atomicity, where it would
 * come between a read-modify-write and what that has read; and the acyclicity of psc ({@link ConsistentOrder}). What it reads happens before
 * nothing that it has not happened before.
 */
public final class OlderReads {
    private static final int WORD = 8;

    /**
     * What a load may do instead.
     *
     * @param row the access
     * @param overlooked how many stores it overlooks: see {@link Event#overlooked}
     * @param source the number of the write that it comes right behind, among those of its location; −1 for what was there at first
     * @param writes whether it writes there
     * @param leaves whether its thread comes after one of them in the order of dependent events, so that no other order of the same events
     *     has the outcome
     * @param isCanonical whether the execution stays in {@link CanonicalOrder}; not asked where only one is drawn of many
     */
    public record Choice(int row, int overlooked, int source, boolean writes, boolean leaves, boolean isCanonical) {}

    private final RaceDetection order;
    private final Rules rules;
    private final Graph graph;
    private final CanonicalOrder canonical; // null where it is not asked
    private final List<Choice> choices = new ArrayList<>();
    private final Set<Doubt> doubts = EnumSet.noneOf(Doubt.class);
    private ConsistentOrder consistent;
    private boolean isConsistent;

    /** Of executions one after the other. */
    public OlderReads() {
        this(new Rules());
    }

    /** The same by other rules. */
    OlderReads(Rules rules) {
        this(new RaceDetection(new Dependence()), rules, false);
    }

    /** Of an exploration, whose order of each execution is found by another. */
    static OlderReads exploring(RaceDetection order, Rules rules) {
        return new OlderReads(order, rules, true);
    }

    private OlderReads(RaceDetection order, Rules rules, boolean explores) {
        this.order = order;
        this.rules = rules;
        graph = new Graph(order, rules, false);
        canonical = explores ? new CanonicalOrder(graph) : null;
    }

    /** Whether all that loads of the execution read is what RC11 lets them read. */
    public static boolean areAllowed(Execution execution) {
        return !execution.hasOverlooked() || new OlderReads().look(execution);
    }

    /**
     * Looks at an execution.
     *
     * @return whether RC11 allows it; where that cannot be said, it does not
     */
    public boolean look(Execution execution) {
        Event[] events = execution.events().toArray(new Event[0]);
        order.order(events, events.length, TraceEnd.of(execution).withTerminator(-1));
        return look();
    }

    /** Looks at the execution whose order was found last. */
    boolean look() {
        Trace trace = order.trace();
        choices.clear();
        isConsistent = !graph.isTooLarge();
        if (!isConsistent) {
            doubts.add(Doubt.TOO_LONG);
            return false;
        }
        graph.forget();
        graph.begin();
        consistent = new ConsistentOrder(graph, rules);
        if (canonical != null) {
            canonical.begin();
        }
        for (int row = 0; row < trace.length(); row++) {
            if (mayOverlook(row)) {
                choose(row);
            } else {
                isConsistent &= trace.event(row).overlooked() == 0;
                doubt(row);
            }
            Access access =
                    row(row) ? graph.location(trace.event(row).operation()).last() : null;
            consistent.add(row, access);
            if (canonical != null) {
                canonical.add(row, access);
            }
        }
        isConsistent &= !graph.isMixed();
        if (graph.isMixed()) {
            doubts.add(Doubt.MIXED_SIZES);
        }
        return isConsistent;
    }

    /** Of an access that is never made to overlook stores: whether C11 would let it. */
    private void doubt(int row) {
        Operation operation = graph.trace().event(row).operation();
        if (isAskedInC11(operation) && !graph.isAwaited(row)) {
            Location location = graph.location(operation);
            int seen = location.lastKnownIn(graph.before(row).now().before());
            if (seen < location.writeCount() - 1) {
                doubts.add(Doubt.OUT_OF_REACH);
            }
        }
    }

    /** Why not all that accesses may overlook is known, of all executions so far. */
    Set<Doubt> doubts() {
        return Set.copyOf(doubts);
    }

    private boolean row(int row) {
        graph.add(row);
        OperationKind kind = graph.trace().event(row).operation().kind();
        return !graph.isNone(row) && (kind.isMemoryAccess() || kind == OperationKind.AWAIT);
    }

    /**
     * Whether the program makes the access where it is told to: neither does a look of the runtime, nor a failure without a reason. What a thread
     * has awaited, it finds: older values only have it go round the loop once more.
     */
    private boolean mayOverlook(int row) {
        Operation operation = graph.trace().event(row).operation();
        return isAskedInC11(operation) && operation.size() <= WORD && !isChosenToFail(row) && !graph.isAwaited(row);
    }

    /** Whether it is an atomic access of the program's: neither a look of the runtime nor one of the library's own. */
    private static boolean isAskedInC11(Operation operation) {
        boolean isOfC11 = operation.order() != MemoryOrder.OWN && operation.order() != MemoryOrder.LOOK;
        return operation.kind().canOverlook() && isOfC11;
    }

    private boolean isChosenToFail(int row) {
        int previous = graph.trace().previous(row);
        return previous != Trace.NONE
                && graph.trace().event(previous).operation().kind() == OperationKind.CHOOSE
                && graph.trace().event(previous).operation().site()
                        == graph.trace().event(row).operation().site();
    }

    private void choose(int row) {
        Event event = graph.trace().event(row);
        Operation operation = event.operation();
        Location location = graph.location(operation);
        Moment before = graph.before(row);
        int newest = location.writeCount() - 1;
        int seen = rules.isCoherent() ? location.lastKnownIn(before.now().before()) : -1;
        int previous = graph.previous(row);
        int followed = previous == Trace.NONE ? -1 : followedBy(location, previous);
        int least = Integer.MAX_VALUE; // numbers of what is overlooked
        boolean isFound = event.overlooked() == 0;
        for (int place = newest - 1; place >= seen; place--) {
            Access newer = location.write(place + 1);
            if (!Accesses.knowsOverwritten(newer.event())) {
                break;
            }
            least = Math.min(least, newer.number());
            int source = place < 0 ? -1 : location.write(place).number();
            boolean writes = writes(operation, location, place);
            if (writes && rules.isBound(newer.event())) {
                continue;
            }
            int overlooked = newest - place;
            if (overlooked != event.overlooked()) {
                boolean isCanonical = canonical != null && canonical.keeps(row, location, source, writes);
                boolean reads = place >= 0 && Accesses.reads(operation.kind());
                int known = reads
                        ? Math.max(
                                followed,
                                followedBy(location, location.write(place).row()))
                        : followed;
                choices.add(new Choice(row, overlooked, source, writes, known >= least, isCanonical));
            }
            isFound |= overlooked == event.overlooked() && consistent.allows(row, location, source, writes);
        }
        isConsistent &= isFound;
        if (canonical != null && event.overlooked() > 0) { // nothing forbids the newest
            int source = location.write(newest).number();
            choices.add(new Choice(row, 0, source, writes(operation, location, newest), false, true));
        }
    }

    /** The number of the last write of the location that comes before the event in this row in the order of dependent events, or that is it. */
    private int followedBy(Location location, int row) {
        return location.latestIn(thread -> graph.trace().clocks().get(row, thread));
    }

    /** Whether the operation writes where it comes right behind what is in this place. */
    private static boolean writes(Operation operation, Location location, int place) {
        return switch (operation.kind()) {
            case ATOMIC_LOAD -> false;
            case ATOMIC_CAS -> valueAt(location, place) == operation.expected();
            default -> true;
        };
    }

    private static long valueAt(Location location, int place) {
        return place < 0
                ? Accesses.overwritten(location.firstWrite().event())
                : location.write(place).event().written();
    }

    /** What accesses of the execution may overlook instead, as far as coherence and atomicity go. */
    public List<Choice> choices() {
        return List.copyOf(choices);
    }

    /**
     * The rows of reads by other threads that come behind the choice, which writes, in the order of the graph, and that the access does not come
     * after; by rows.
     */
    List<Integer> readsBehind(Choice choice) {
        Location location = graph.location(graph.trace().event(choice.row).operation());
        List<Integer> rows = new ArrayList<>();
        for (Access access : location.accesses()) {
            boolean isBehind = !access.writes() && access.place() > location.placeOf(choice.source);
            boolean isOther = access.row() != choice.row
                    && access.thread() != graph.trace().thread(choice.row);
            boolean isBefore = access.row() < choice.row && graph.trace().happensBefore(access.row(), choice.row);
            if (isBehind && isOther && !isBefore) {
                rows.add(access.row());
            }
        }
        return rows;
    }

    /** Whether psc allows that as well. */
    public boolean allows(Choice choice) {
        Location location = graph.location(graph.trace().event(choice.row).operation());
        if (choice.row > ConsistentOrder.LONGEST && consistent.hasConsistentBefore(choice.row)) {
            doubts.add(Doubt.TOO_LONG);
        }
        return consistent.allows(choice.row, location, choice.source, choice.writes);
    }
}
