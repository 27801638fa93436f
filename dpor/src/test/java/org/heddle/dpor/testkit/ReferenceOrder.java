package org.heddle.dpor.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.heddle.dpor.model.ChannelNames;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.Relation;
import org.heddle.dpor.model.Section;

/**
 * Dependence and Mazurkiewicz classes written down a second time, naively and pair by pair, to compare the exploration with. A
 * trace is built event by event, so that brute force need not start anew for each interleaving.
 */
final class ReferenceOrder {
    private static final int THREADS = 16;

    private enum How {
        READ,
        WRITE,
        ENQUEUE,
        NOTIFY,
        LEAVE,
        SHARE,
        DISPOSE,
        TAKE
    }

    /** Barriers from this address on are used by more threads than they wait for. */
    static final long CROWDED_BARRIER = 601;

    /** One use of one object; memory is used byte by byte. */
    private record Use(char sort, long object, How how) {
        boolean conflicts(Use other) {
            boolean waitersOnly =
                    (how == How.ENQUEUE || how == How.LEAVE) && (other.how == How.ENQUEUE || other.how == How.LEAVE);
            boolean detached =
                    (how == How.DISPOSE && other.how == How.SHARE) || (how == How.SHARE && other.how == How.DISPOSE);
            boolean inTurn =
                    (how == How.TAKE && other.how == How.NOTIFY) || (how == How.NOTIFY && other.how == How.TAKE);
            boolean commute =
                    waitersOnly || detached || inTurn || (how == other.how && (how == How.READ || how == How.SHARE));
            return sort == other.sort && object == other.object && !commute;
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Entry(Event event, List<Use> uses, int[] clock, String text) {}

    private final List<Entry> entries = new ArrayList<>();

    /** What commutes besides. */
    private final Relation relation;

    ReferenceOrder(Relation relation) {
        this.relation = relation;
    }

    private static boolean takesInTurn(Operation operation, Relation relation) {
        return relation.inTurn()
                && operation.kind() == OperationKind.SEM_WAIT
                && operation.argument() == 0
                && operation.object2() == 0;
    }

    private static List<Use> uses(Event event, Relation relation) {
        Operation operation = event.operation();
        long object = operation.object();
        if (event.isWhole()) {
            List<Use> uses = new ArrayList<>();
            uses.add(new Use('m', object, event.section().isEverything() ? How.WRITE : How.SHARE));
            for (Section.Touch touch : event.section().touches()) {
                for (long k = 0; k < touch.range().size(); k++) {
                    uses.add(new Use('d', touch.range().address() + k, touch.writes() ? How.WRITE : How.READ));
                }
            }
            return uses;
        }
        return switch (operation.kind()) {
            case MUTEX_LOCK -> interruptible(operation, new Use('m', object, How.WRITE));
            case MUTEX_UNLOCK, MUTEX_INIT, MUTEX_DESTROY -> List.of(new Use('m', object, How.WRITE));
            case MUTEX_TRYLOCK -> List.of(new Use('m', object, event.result() == 0 ? How.WRITE : How.READ));
            case COND_WAIT -> List.of(new Use('m', operation.object2(), How.WRITE), new Use('c', object, How.ENQUEUE));
            case COND_WAKE -> operation.argument() == OperationKind.DEADLINE_ANY
                    ? List.of(new Use('m', operation.object2(), How.WRITE), new Use('c', object, How.LEAVE))
                    : List.of(new Use('m', operation.object2(), How.WRITE));
            case THREAD_EXIT -> List.of(new Use('t', object, How.SHARE));
            case THREAD_TRYJOIN -> List.of(new Use('t', object, event.result() == 0 ? How.WRITE : How.READ));
            case THREAD_DETACH -> List.of(new Use('t', object, event.result() == 0 ? How.DISPOSE : How.READ));
            case SPIN_LOCK, SPIN_UNLOCK -> List.of(new Use('s', object, How.WRITE));
            case SPIN_TRYLOCK -> List.of(new Use('s', object, event.result() == 0 ? How.WRITE : How.READ));
            case SEM_WAIT -> interruptible(
                    operation, new Use('p', object, takesInTurn(operation, relation) ? How.TAKE : How.WRITE));
            case THREAD_JOIN -> interruptible(operation, new Use('t', object, How.WRITE));
            case SEM_TRYWAIT -> List.of(new Use('p', object, event.result() == 0 ? How.WRITE : How.READ));
            case SEM_POST -> List.of(new Use('p', object, relation.inTurn() ? How.NOTIFY : How.SHARE));
            case SEM_GETVALUE, SEM_PASS -> List.of(new Use('p', object, How.READ));
            case RWLOCK_RDLOCK -> interruptible(operation, new Use('r', object, How.SHARE));
            case RWLOCK_TRYRDLOCK -> List.of(new Use('r', object, event.result() == 0 ? How.SHARE : How.READ));
            case RWLOCK_WRLOCK -> interruptible(operation, new Use('r', object, How.WRITE));
            case RWLOCK_ANNOUNCE -> List.of(new Use('r', object, How.WRITE));
            case RWLOCK_TRYWRLOCK -> List.of(new Use('r', object, event.result() == 0 ? How.WRITE : How.READ));
            case RWLOCK_UNLOCK -> List.of(new Use('r', object, operation.argument() != 0 ? How.WRITE : How.SHARE));
            case BARRIER_ARRIVE -> List.of(new Use('a', object, object >= CROWDED_BARRIER ? How.NOTIFY : How.SHARE));
            case COND_SIGNAL, COND_BROADCAST -> List.of(
                    new Use('c', object, event.result() == 0 ? How.READ : How.NOTIFY));
            case ONCE_BEGIN -> List.of(new Use('o', object, event.result() == 1 ? How.WRITE : How.READ));
            case INVOCATION -> List.of(new Use('h', object, How.READ));
            case RESPONSE -> List.of(new Use('h', object, How.SHARE));
            case ONCE_END -> List.of(new Use('o', object, How.WRITE));
            case IO_CHANGE, IO_READ, IO_WRITE, IO_POLL, SIGNAL_CHANGE, SIGNAL_WAIT -> List.of(
                    new Use('k', object, How.WRITE));
            case CHANNEL_CHANGE, CHANNEL_READ, CHANNEL_WRITE -> List.of(
                    new Use('n', object, How.WRITE), new Use('k', OperationKind.KERNEL_OBJECT, How.READ));
            case CHANNEL_POLL -> {
                List<Use> all = new ArrayList<>(List.of(new Use('k', OperationKind.KERNEL_OBJECT, How.READ)));
                for (long channel : ChannelNames.channels(object)) {
                    all.add(new Use('n', channel, How.READ));
                }
                yield all;
            }
            case ATOMIC_LOAD, READ -> bytes(operation, How.READ);
            case AWAIT -> {
                List<Use> both = new ArrayList<>(bytes(operation.object(), operation.size(), How.READ));
                both.addAll(bytes(operation.object2(), operation.secondSize(), How.READ));
                yield both;
            }
            case WRITE -> bytes(operation, How.WRITE);
            case ATOMIC_STORE -> bytes(operation, relation.marking() && operation.isMark() ? How.SHARE : How.WRITE);
            case ATOMIC_RMW -> bytes(operation, relation.counting() && operation.isAddition() ? How.SHARE : How.WRITE);
            case ATOMIC_CAS -> bytes(operation, event.result() == 1 ? How.WRITE : How.READ);
            default -> List.of();
        };
    }

    private static List<Use> interruptible(Operation operation, Use use) {
        Use kernel = new Use('k', OperationKind.KERNEL_OBJECT, How.READ);
        return operation.interruptedBy() == 0 ? List.of(use) : List.of(use, kernel);
    }

    private static List<Use> bytes(Operation operation, How how) {
        return bytes(operation.object(), operation.argument(), how);
    }

    private static List<Use> bytes(long address, long size, How how) {
        List<Use> uses = new ArrayList<>();
        for (long k = 0; k < size; k++) {
            uses.add(new Use('b', address + k, how));
        }
        return uses;
    }

    /** Whether two events do not commute, as far as their objects go. */
    static boolean dependent(Event a, Event b, Relation relation) {
        return dependent(a, uses(a, relation), b, uses(b, relation));
    }

    private static boolean dependent(Event a, List<Use> usesOfA, Event b, List<Use> usesOfB) {
        if (a.thread() == b.thread()
                || a.operation().kind() == OperationKind.PROCESS_EXIT
                || b.operation().kind() == OperationKind.PROCESS_EXIT
                || a.isTimeout()
                || b.isTimeout()) {
            return true;
        }
        boolean begins = a.operation().kind() == OperationKind.SECTION_BEGIN;
        if (begins || b.operation().kind() == OperationKind.SECTION_BEGIN) {
            List<Use> used = begins ? usesOfB : usesOfA;
            OperationKind other = (begins ? b : a).operation().kind();
            return other == OperationKind.SECTION_BEGIN
                    || other == OperationKind.BARRIER_LEAVE
                    || used.stream().anyMatch(use -> "tkn".indexOf(use.sort) < 0);
        }
        for (Use p : usesOfA) {
            for (Use q : usesOfB) {
                if (p.conflicts(q)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Orders of the trace that no object carries. */
    private boolean follows(int earlier, Event b) {
        Event a = entries.get(earlier).event;
        OperationKind kind = a.operation().kind();
        return switch (b.operation().kind()) {
            case THREAD_START -> (kind == OperationKind.THREAD_CREATE
                            && a.operation().object() == b.thread())
                    || (a.thread() == b.operation().beginsAfter() && numberOf(earlier) == 1);
            case THREAD_JOIN -> kind == OperationKind.THREAD_EXIT
                    && a.thread() == b.operation().object();
            case COND_WAKE -> b.result() == 0 && wakerOf(b) == earlier;
            case SEM_WAIT -> takesInTurn(b.operation(), relation) && postOf(b) == earlier;
            case BARRIER_LEAVE -> kind == OperationKind.BARRIER_ARRIVE
                    && a.operation().object() == b.operation().object()
                    && a.result() == lastArrivalOf(b.thread()).result();
            default -> false;
        };
    }

    /** How many events of its thread come before. */
    private int numberOf(int entry) {
        int number = 0;
        for (int k = 0; k < entry; k++) {
            number += entries.get(k).event.thread() == entries.get(entry).event.thread() ? 1 : 0;
        }
        return number;
    }

    private Event lastArrivalOf(int thread) {
        int k = entries.size() - 1;
        while (entries.get(k).event.thread() != thread) {
            k--;
        }
        return entries.get(k).event;
    }

    /** The k-th wait that succeeds takes what the k-th post has posted, not counting what was there from the start. */
    private int postOf(Event taking) {
        long semaphore = taking.operation().object();
        long posts = 1 - SharedObjects.initial(semaphore);
        for (Entry entry : entries) {
            OperationKind kind = entry.event.operation().kind();
            boolean takes =
                    (kind == OperationKind.SEM_WAIT || kind == OperationKind.SEM_TRYWAIT) && entry.event.result() == 0;
            posts += takes && entry.event.operation().object() == semaphore ? 1 : 0;
        }
        for (int k = 0; k < entries.size(); k++) {
            Operation operation = entries.get(k).event.operation();
            boolean isPost = operation.kind() == OperationKind.SEM_POST && operation.object() == semaphore;
            if (isPost && --posts == 0) {
                return k;
            }
        }
        return -1;
    }

    private int wakerOf(Event woken) {
        int wait = entries.size() - 1;
        while (entries.get(wait).event.thread() != woken.thread()) {
            wait--;
        }
        for (int k = wait + 1; k < entries.size(); k++) {
            Event event = entries.get(k).event;
            boolean same = event.operation().object() == woken.operation().object();
            boolean signals =
                    event.operation().kind() == OperationKind.COND_SIGNAL && event.alternative() == woken.thread();
            if (same && (signals || event.operation().kind() == OperationKind.COND_BROADCAST)) {
                return k;
            }
        }
        throw new IllegalStateException("nobody woke " + woken);
    }

    /** Appends an event; {@code ends} says that it is one with the crash of the process. */
    void push(Event event, boolean ends) {
        List<Use> uses = uses(event, relation);
        int[] clock = new int[THREADS];
        for (int k = 0; k < entries.size(); k++) {
            Entry other = entries.get(k);
            if (ends || dependent(other.event, other.uses, event, uses) || follows(k, event)) {
                for (int t = 0; t < THREADS; t++) {
                    clock[t] = Math.max(clock[t], other.clock[t]);
                }
            }
        }
        clock[event.thread()]++;
        Operation operation = event.operation();
        String text = Arrays.toString(new long[] {
                    event.thread(),
                    operation.kind().code(),
                    operation.object(),
                    event.alternative(),
                    operation.isBlind() ? 0 : event.result(), // its thread does not look
                    operation.isBlind() ? 0 : event.value()
                })
                + Arrays.toString(clock);
        entries.add(new Entry(event, uses, clock, text));
    }

    /** Removes the last event. */
    void pop() {
        entries.remove(entries.size() - 1);
    }

    /** The events in order. */
    List<Event> events() {
        return entries.stream().map(Entry::event).toList();
    }

    /** A text that is equal for two traces if and only if they are of one class. */
    String classOf() {
        StringBuilder text = new StringBuilder();
        for (int t = 0; t < THREADS; t++) {
            for (Entry entry : entries) {
                if (entry.event.thread() == t) {
                    text.append(entry.text);
                }
            }
        }
        return text.toString();
    }

    /** The class of a whole trace. */
    static String classOf(List<Event> trace, int terminator, Relation relation) {
        ReferenceOrder order = new ReferenceOrder(relation);
        for (int k = 0; k < trace.size(); k++) {
            if (trace.get(k).section() != null) {
                Event whole = Section.whole(trace.get(k), trace.get(k + 1));
                k++;
                order.push(whole, terminator >= 0 && k == trace.size() - 1);
                continue;
            }
            order.push(trace.get(k), terminator >= 0 && k == trace.size() - 1);
        }
        return order.classOf();
    }
}
