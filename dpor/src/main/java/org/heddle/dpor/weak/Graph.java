package org.heddle.dpor.weak;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import org.heddle.dpor.analysis.RaceDetection;
import org.heddle.dpor.analysis.trace.Trace;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.MemoryOrder;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;

/**
 * An execution as a graph of RC11, built row by row: of each event what happens before it in C11, and what comes before it in psc. What an
 * execution shares with the one before it is not built again.
 *
 * <p>A release sequence is what C++20 makes of it: its head, and the read-modify-writes that follow each other from there.
 */
final class Graph {
    /** No room for larger ones: rows times threads. */
    private static final long LARGEST = 1L << 24;

    private final Trace trace;
    private final Rules rules;
    private final boolean followsConsistent;
    private Moment[] moments = new Moment[64];
    private boolean[] isNone = new boolean[64];
    private int known;
    private int threads;
    private boolean hadConsistent;
    private boolean hasConsistent;
    private final Memory memory = new Memory();
    private final SyncObjects objects = new SyncObjects();
    private final List<List<Integer>> fences = new ArrayList<>();

    /** A graph by these rules. */
    Graph(RaceDetection order, Rules rules) {
        this(order, rules, true);
    }

    /**
     * The same.
     *
     * @param followsConsistent whether it has psc as well; else some loads may have read older values
     */
    Graph(RaceDetection order, Rules rules, boolean followsConsistent) {
        this.rules = rules;
        this.followsConsistent = followsConsistent;
        trace = order.trace();
    }

    /** Whether the execution that the order was found of is too large. */
    boolean isTooLarge() {
        return (long) trace.rows() * trace.threads() > LARGEST;
    }

    /**
     * Begins with the execution that the order was found of last.
     *
     * @return the first row that is not known already
     */
    int begin() {
        hasConsistent = hasConsistent();
        boolean isOther = threads != trace.threads() || hasConsistent != hadConsistent || memory.isMixed();
        known = isOther ? 0 : Math.min(known, trace.shared());
        threads = trace.threads();
        hadConsistent = hasConsistent;
        if (moments.length < trace.rows()) {
            moments = Arrays.copyOf(moments, Math.max(trace.rows(), 2 * moments.length));
            isNone = Arrays.copyOf(isNone, moments.length);
        }
        if (isOther) {
            memory.clear();
        }
        memory.cut(known);
        objects.cut(known);
        while (fences.size() < threads) {
            fences.add(new ArrayList<>());
        }
        for (List<Integer> list : fences) {
            while (!list.isEmpty() && list.get(list.size() - 1) >= known) {
                list.remove(list.size() - 1);
            }
        }
        return known;
    }

    private boolean hasConsistent() {
        for (int row = 0; followsConsistent && row < trace.length(); row++) {
            if (rules.isConsistent(trace.event(row))) {
                return true;
            }
        }
        return false;
    }

    /** Keeps nothing for the next execution. */
    void forget() {
        known = 0;
    }

    /** See {@link Memory#isMixed}. */
    boolean isMixed() {
        return memory.isMixed();
    }

    Trace trace() {
        return trace;
    }

    /** The thread's moment before the row, {@link Moment#START} where it has none. */
    Moment before(int row) {
        int previous = trace.previous(row);
        return previous == Trace.NONE ? Moment.START : moments[previous];
    }

    /** The thread's moment after the row. */
    Moment after(int row) {
        return moments[row];
    }

    /** The row of the thread's event before this row, or {@link Trace#NONE}. */
    int previous(int row) {
        int previous = trace.previous(row);
        while (previous != Trace.NONE && isNone[previous]) {
            previous = trace.previous(previous);
        }
        return previous;
    }

    /**
     * Whether the row is none of the program's events: the runtime looks whether an operation could succeed, makes it a choice whether it does,
     * or waits for what an operation behind it needs.
     */
    boolean isNone(int row) {
        return switch (trace.event(row).operation().kind()) {
            case AWAIT -> standsForAnother(row);
            case CHOOSE -> isLook(trace.previous(row));
            default -> isLook(row);
        };
    }

    /** Where the operation accesses memory. */
    Location location(Operation operation) {
        return memory.at(operation);
    }

    /** Takes in the next row. */
    void add(int row) {
        Event event = trace.event(row);
        OperationKind kind = event.operation().kind();
        Moment before = before(row);
        isNone[row] = isNone(row);
        if (isNone[row]) {
            moments[row] = before;
        } else if (kind.isMemoryAccess() || kind == OperationKind.AWAIT) {
            moments[row] = access(row, event, before);
        } else if (kind == OperationKind.ATOMIC_FENCE) {
            moments[row] = fence(row, event, before);
        } else {
            moments[row] = other(row, event, before);
        }
        known = row + 1;
    }

    private Moment access(int row, Event event, Moment before) {
        Location location = location(event.operation());
        boolean isPlain = event.operation().kind().isPlainAccess();
        MemoryOrder memoryOrder = isPlain ? MemoryOrder.OWN : Accesses.order(event);
        boolean writes = Accesses.writes(event);
        Access previousWrite = location.writeBefore(event.overlooked());
        Access source = Accesses.reads(event.operation().kind()) ? previousWrite : null;
        Known message = source == null ? Known.NOTHING : source.message();
        boolean acquires = rules.acquires(memoryOrder);
        Known now = acquires ? before.now().join(message) : before.now();
        Known read = acquires || memoryOrder == MemoryOrder.OWN
                ? before.read()
                : before.read().join(message);
        int thread = trace.thread(row);
        int local = local(row);
        Clock hb = now.before().with(thread, local);
        Access earlier = location.last();
        Clock incoming = Clock.ZERO;
        Clock consistent = Clock.ZERO;
        Clock exposed = now.exposed();
        Clock reached = now.reached();
        Clock inThread = Clock.ZERO;
        Clock all = Clock.ZERO;
        Clock ofFences = Clock.ZERO;
        boolean goesOn = before.place() == location;
        if (hasConsistent) {
            incoming = incoming(before, location, now.before());
            all = earlier == null ? Clock.ZERO : earlier.earlier();
            ofFences = earlier == null ? Clock.ZERO : earlier.fences();
            incoming = writes ? incoming.join(all) : incoming;
            reached = reached.join(incoming);
            reached = source == null ? reached : reached.join(source.fences());
            exposed = goesOn ? exposed : exposed.join(before.last());
            if (rules.isConsistent(event)) {
                consistent = incoming.with(thread, local);
            }
            Access own = location.lastOf(thread);
            Clock ofOwn = own == null ? Clock.ZERO : own.inThread();
            inThread = ofOwn.join(now.fences()).join(consistent);
            all = all.join(consistent).join(now.fences());
            ofFences = ofFences.join(now.fences());
        }
        Known after = new Known(hb, now.fences(), exposed, reached);
        Known handedOn = Known.NOTHING;
        if (writes && !isPlain && memoryOrder != MemoryOrder.OWN) {
            handedOn = rules.releases(memoryOrder) ? after : before.released();
            boolean goesOnWithIt = previousWrite != null && rules.goesOn(event);
            handedOn = goesOnWithIt ? handedOn.join(previousWrite.message()) : handedOn;
        }
        int number = writes ? location.writeCount() : source == null ? -1 : source.number();
        Access access = new Access(
                row, thread, local, event, location, number, writes, consistent, inThread, all, ofFences, handedOn);
        location.add(access, location.writeCount() - event.overlooked());
        Clock last = consistent == Clock.ZERO ? before.last() : consistent;
        Clock exposedBefore = goesOn ? before.exposed() : before.now().exposed();
        return new Moment(after, read, before.released(), last, location, exposedBefore);
    }

    /** What comes before an access in psc by program order, by hb, and by hb|loc, given what happens before it. */
    Clock incoming(Moment before, Location location, Clock happened) {
        Clock exposed =
                before.place() == location ? before.exposed() : before.now().exposed();
        Clock bySequence = before.last().join(before.now().fences());
        Clock all = rules.ordersThroughOthers() ? bySequence.join(exposed) : bySequence;
        return rules.ordersOneLocation() ? all.join(location.consistentIn(happened)) : all;
    }

    /**
     * Whether a thread that awaits a change here goes on with an operation that writes, which is another event. It has been round the loop
     * before, so that an event of the same place tells.
     */
    private boolean standsForAnother(int row) {
        Operation awaits = trace.event(row).operation();
        int earlier = trace.previous(row);
        while (earlier != Trace.NONE) {
            Operation operation = trace.event(earlier).operation();
            if (operation.site() == awaits.site() && operation.kind() != OperationKind.AWAIT) {
                return operation.kind() != OperationKind.ATOMIC_LOAD;
            }
            earlier = trace.previous(earlier);
        }
        return false;
    }

    /** Whether the thread has waited for what the access in the row needs, right before it. */
    boolean isAwaited(int row) {
        int previous = trace.previous(row);
        return previous != Trace.NONE
                && trace.event(previous).operation().kind() == OperationKind.AWAIT
                && standsForAnother(previous)
                && trace.event(previous).operation().site()
                        == trace.event(row).operation().site();
    }

    private boolean isLook(int row) {
        return row != Trace.NONE && trace.event(row).operation().order() == MemoryOrder.LOOK;
    }

    private Moment fence(int row, Event event, Moment before) {
        MemoryOrder memoryOrder = event.operation().order();
        Known now = rules.acquires(memoryOrder) ? before.now().join(before.read()) : before.now();
        int thread = trace.thread(row);
        int local = local(row);
        Clock hb = now.before().with(thread, local);
        Clock last = before.last();
        Clock ofFences = now.fences();
        if (rules.isConsistent(event)) {
            last = last.join(ofFences)
                    .join(rules.reachesFences() ? now.reached() : Clock.ZERO)
                    .with(thread, local);
            ofFences = ofFences.join(last);
            fences.get(thread).add(row);
        }
        Clock exposed = now.exposed().join(before.last());
        Known after = new Known(hb, ofFences, exposed, now.reached());
        Known released = rules.releases(memoryOrder) ? after : before.released();
        return new Moment(after, before.read(), released, last, null, Clock.ZERO);
    }

    private Moment other(int row, Event event, Moment before) {
        IntPredicate isBefore = earlier -> trace.happensBefore(earlier, row);
        Known now = before.now().join(objects.takenBy(event, isBefore));
        Clock hb = now.before().with(trace.thread(row), local(row));
        Known after = new Known(hb, now.fences(), now.exposed().join(before.last()), now.reached());
        objects.handOn(row, event, after);
        return new Moment(after, before.read(), before.released(), before.last(), null, Clock.ZERO);
    }

    private int local(int row) {
        return trace.clocks().get(row, trace.thread(row)) - 1;
    }

    /** The last sequentially consistent fence of a thread among its first so many events; null if there is none. */
    Moment lastFence(int thread, int count) {
        List<Integer> list = fences.get(thread);
        int low = 0;
        int high = list.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (local(list.get(middle)) < count) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == 0 ? null : moments[list.get(low - 1)];
    }

    /** Whether there is any sequentially consistent access or fence. */
    boolean hasConsistentOnes() {
        return hasConsistent;
    }

    int threads() {
        return threads;
    }
}
