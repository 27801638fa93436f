package org.heddle.dpor.weak;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.MemoryOrder;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;

/**
 * Whether the relation psc of RC11 (Lahav, Vafeiadis, Kang, Hur, Dreyer, PLDI 2017, section 3) stays without a cycle when one more access
 * overlooks writes. In the execution others may have done so. It is asked of the relations themselves, event by event, with clocks
 * for what happens before.
 */
final class ConsistentOrder {
    /** Of longer executions with sequentially consistent events it is not asked: then nothing more is allowed. */
    static final int LONGEST = 1_000;

    private final Graph graph;
    private final Rules rules;
    private final List<Node> nodes = new ArrayList<>();
    private final List<Integer> lastOf = new ArrayList<>();
    private int firstConsistent = Integer.MAX_VALUE;

    /**
     * An event.
     *
     * @param row where it is in the execution
     * @param access what it does to memory; null for nothing
     * @param thread of the event
     * @param local its place among the events of its thread
     * @param before what happens before it, itself included
     * @param isConsistent whether it is a sequentially consistent access or fence
     * @param previous the last node of its thread before it, −1 for none
     * @param other the last node of its thread before it that does not access the same location, −1 for none
     */
    private record Node(
            int row,
            Access access,
            int thread,
            int local,
            Clock before,
            boolean isConsistent,
            int previous,
            int other) {
        boolean isFence() {
            return isConsistent && access == null;
        }
    }

    ConsistentOrder(Graph graph, Rules rules) {
        this.graph = graph;
        this.rules = rules;
    }

    /** Takes in the next row of the graph, with its access of memory, or null. */
    void add(int row, Access access) {
        if (graph.isNone(row)) {
            return;
        }
        Event event = graph.trace().event(row);
        int thread = graph.trace().thread(row);
        int local = graph.trace().clocks().get(row, thread) - 1;
        Clock before = graph.after(row).now().before();
        add(row, access, event.operation(), thread, local, before, rules.isConsistent(event));
    }

    private void add(
            int row, Access access, Operation operation, int thread, int local, Clock before, boolean isConsistent) {
        while (lastOf.size() <= thread) {
            lastOf.add(-1);
        }
        int previous = lastOf.get(thread);
        int other = access == null ? previous : lastElsewhere(previous, operation);
        firstConsistent = isConsistent ? Math.min(firstConsistent, row) : firstConsistent;
        nodes.add(new Node(row, access, thread, local, before, isConsistent, previous, other));
        lastOf.set(thread, nodes.size() - 1);
    }

    /** Back from this node of a thread, the last one that does not access the operation's location; −1 for none. */
    private int lastElsewhere(int from, Operation operation) {
        int node = from;
        while (node >= 0 && isAt(nodes.get(node), operation)) {
            node = nodes.get(node).previous;
        }
        return node;
    }

    private static boolean isAt(Node node, Operation operation) {
        return node.access != null && isSame(node.access.event().operation(), operation);
    }

    private static boolean isSame(Operation one, Operation other) {
        return one.object() == other.object() && one.size() == other.size();
    }

    /**
     * Whether the access in this row may come right behind the write with this number, −1 for what was there at first: read it, or write behind it, or
     * both.
     *
     * @param writes whether it writes, as a compare-and-swap may
     */
    boolean allows(int row, Location location, int number, boolean writes) {
        int count = 0;
        while (count < nodes.size() && nodes.get(count).row < row) {
            count++;
        }
        return !hasConsistentBefore(row)
                || (row <= LONGEST && new Question(row, location, number, writes, count).isAllowed());
    }

    /** Whether there is a sequentially consistent access or fence before this row: without one there is no cycle. */
    boolean hasConsistentBefore(int row) {
        return firstConsistent < row;
    }

    /** One access, after the first so many nodes. */
    private final class Question {
        private final int count;
        private final Location location;
        private final int place;
        private final boolean writes;
        private final Node own;
        private final List<Integer> following = new ArrayList<>();

        Question(int row, Location location, int number, boolean writes, int count) {
            this.location = location;
            this.writes = writes;
            this.count = count;
            place = location.placeOf(number);
            Event event = graph.trace().event(row);
            Operation operation = event.operation();
            boolean hasFailed = operation.kind() == OperationKind.ATOMIC_CAS && !writes;
            MemoryOrder order = hasFailed ? operation.failure() : operation.order();
            int thread = graph.trace().thread(row);
            int local = graph.trace().clocks().get(row, thread) - 1;
            Known now = graph.before(row).now();
            now = Accesses.reads(operation.kind()) && rules.acquires(order) && place >= 0
                    ? now.join(location.write(place).message())
                    : now;
            int previous = -1;
            for (int n = 0; n < count; n++) {
                previous = nodes.get(n).thread == thread ? n : previous;
            }
            int other = lastElsewhere(previous, operation);
            Access read = new Access(
                    row,
                    thread,
                    local,
                    event,
                    location,
                    number,
                    writes,
                    Clock.ZERO,
                    Clock.ZERO,
                    Clock.ZERO,
                    Clock.ZERO,
                    Known.NOTHING);
            Clock before = now.before().with(thread, local);
            own = new Node(row, read, thread, local, before, order == MemoryOrder.SEQ_CST, previous, other);
            findFollowing();
        }

        /** For each node the first of its thread behind it that does not access its location; the number of nodes for none. */
        private void findFollowing() {
            for (int n = 0; n < count; n++) {
                following.add(count);
            }
            for (int n = count - 1; n >= 0; n--) {
                int previous = nodes.get(n).previous;
                if (previous >= 0) {
                    Node node = nodes.get(n);
                    Node earlier = nodes.get(previous);
                    boolean isSame = earlier.access != null
                            && isAt(node, earlier.access.event().operation());
                    following.set(previous, isSame ? following.get(n) : n);
                }
            }
        }

        /**
         * A cycle goes through the access, and leaves it by from-read or modification order: it begins at the access itself, if that is sequentially consistent, or at
         * a fence that happens before it.
         */
        boolean isAllowed() {
            BitSet starts = new BitSet();
            for (int n = 0; n < count; n++) {
                starts.set(n, nodes.get(n).isFence() && happens(nodes.get(n), own));
            }
            return (!own.isConsistent || !comesBack(toWrites(), new BitSet()))
                    && (starts.isEmpty() || !comesBack(toAllThatKnow(), starts));
        }

        /** The next in psc after the access: newer writes, and fences behind them. */
        private BitSet toWrites() {
            BitSet next = new BitSet();
            for (int n = 0; n < count; n++) {
                Node node = nodes.get(n);
                boolean isNewer = isHere(node) && node.access.writes() && node.access.place() > place;
                boolean isReached = node.isFence() && location.lastWriteIn(node.before::get) > place;
                next.set(n, node.isConsistent && (isNewer || isReached));
            }
            return next;
        }

        /** The next after a fence before the access: also fences that know of a newer write by a read. */
        private BitSet toAllThatKnow() {
            BitSet next = toWrites();
            for (int n = 0; n < count; n++) {
                Node node = nodes.get(n);
                if (node.isFence() && location.lastKnownIn(node.before) > place) {
                    next.set(n);
                }
            }
            return next;
        }

        private boolean isHere(Node node) {
            return isAt(node, own.access.event().operation());
        }

        /** Whether one of these comes before one of the ends in psc, or before the access where there are none. */
        private boolean comesBack(BitSet from, BitSet ends) {
            BitSet reached = (BitSet) from.clone();
            BitSet open = (BitSet) from.clone();
            while (!open.isEmpty()) {
                int n = open.nextSetBit(0);
                open.clear(n);
                boolean isBack = ends.isEmpty() ? nextOf(n, true).get(count) : reached.intersects(ends);
                if (isBack) {
                    return true;
                }
                BitSet next = nextOf(n, false);
                next.andNot(reached);
                reached.or(next);
                open.or(next);
            }
            return false;
        }

        /** What comes next in psc: psc_base and psc_F. With the access as the last node, if that is asked for. */
        private BitSet nextOf(int n, boolean toLoad) {
            Node node = nodes.get(n);
            BitSet begins = new BitSet();
            begins.set(n);
            for (int m = 0; node.isFence() && m < count; m++) {
                begins.set(m, m == n || happens(node, nodes.get(m)));
            }
            BitSet next = new BitSet();
            for (int b = begins.nextSetBit(0); b >= 0; b = begins.nextSetBit(b + 1)) {
                if (toLoad) {
                    next.set(count, next.get(count) || isBeforeOwn(b));
                    continue;
                }
                for (int m = 0; m < count; m++) {
                    if (isBefore(b, nodes.get(m))
                            || (node.isFence() && b != n && isExtended(nodes.get(b), nodes.get(m)))) {
                        addWithFences(m, isBefore(b, nodes.get(m)), next);
                    }
                }
                if (node.isFence() && b != n) {
                    next.set(b, next.get(b) || nodes.get(b).isFence());
                }
            }
            return next;
        }

        private void addWithFences(int m, boolean isItself, BitSet next) {
            next.set(m, next.get(m) || (isItself && nodes.get(m).isConsistent));
            for (int f = 0; f < count; f++) {
                if (nodes.get(f).isFence() && happens(nodes.get(m), nodes.get(f))) {
                    next.set(f);
                }
            }
        }

        private boolean happens(Node one, Node other) {
            return one.row != other.row && other.before.has(one.thread, one.local);
        }

        /** The same from a node to the access itself, which writes behind what is in its place. */
        private boolean isBeforeOwn(int from) {
            Node one = nodes.get(from);
            boolean isOlder = writes && isHere(one) && one.access.place() <= place;
            return isOlder || isBefore(from, own);
        }

        /** The relation scb. */
        private boolean isBefore(int from, Node to) {
            Node one = nodes.get(from);
            if (one.row == to.row) {
                return false;
            }
            if (one.thread == to.thread && one.local < to.local) {
                return true;
            }
            boolean isSame = one.access != null
                    && to.access != null
                    && isSame(one.access.event().operation(), to.access.event().operation());
            if (isSame) {
                boolean isNewer = to.access.writes() && to.access.place() > one.access.place();
                if (isNewer || happens(one, to)) {
                    return true;
                }
            }
            int first = following.get(from);
            return first < count && to.other >= 0 && happens(nodes.get(first), nodes.get(to.other));
        }

        /** The relation eco. */
        private boolean isExtended(Node one, Node to) {
            if (one.row == to.row
                    || one.access == null
                    || to.access == null
                    || !isSame(one.access.event().operation(), to.access.event().operation())) {
                return false;
            }
            boolean isReadOfIt = one.access.writes() && !to.access.writes();
            return isReadOfIt ? to.access.place() >= one.access.place() : to.access.place() > one.access.place();
        }
    }
}
