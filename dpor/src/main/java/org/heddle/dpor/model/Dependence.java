package org.heddle.dpor.model;

/**
 * The dependence relation: which pairs of events do not commute.
 *
 * <p>An event is a list of at most two accesses, each to one object in one {@link AccessKind}; two events of different
 * threads are dependent if and only if some access of the one conflicts with some access of the other. How a kind of operation
 * uses its first object is a column of the catalogue, {@link OperationKind}. The second object is the mutex of a wait, which is
 * written; what the program's claims read, which a claimed access writes; the kernel, which an operation that can be interrupted reads; the
 * thread that a signal is sent to, which is read. The end
 * of the process and a timeout as the last resort are dependent with everything of every other thread, an atomic section with
 * everything that sections may contain. A {@linkplain Event#isWhole whole} critical section shares its mutex, and uses what it touches.
 *
 * <p>After Abdulla, Aronis, Jonsson, Sagonas, "Source Sets: A Foundation for Optimal Dynamic Partial Order Reduction"
 * (JACM 2017), §2; results that only look (failed trylock and compare-and-swap) are reads as in Nidhugg. The runtime
 * makes the same of the same catalogue, to wake sleeping threads; a test compares the two.
 *
 * <p>Not final so that tests can break single entries and prove that the oracle notices.
 */
public class Dependence {
    private final Relation relation;

    /** The relation of optimal reduction, for programs in which nothing seldom happens. */
    public Dependence() {
        this(Relation.PLAIN);
    }

    /** A relation of this kind. */
    public Dependence(Relation relation) {
        this.relation = relation;
    }

    /** The relation for searches that take other notice of orders than {@link org.heddle.dpor.optimal optimal} ones do. */
    public Dependence withoutWays() {
        return new Dependence(relation.withoutWays());
    }

    /** Whether two events do not commute, or are of the same thread. */
    public final boolean dependent(Event a, Event b) {
        if (a.thread() == b.thread()) {
            return true;
        }
        if (Footprint.areApart(a.footprint(), b.footprint())) {
            return false;
        }
        Operation p = a.operation();
        Operation q = b.operation();
        if (p.kind() == OperationKind.PROCESS_EXIT || q.kind() == OperationKind.PROCESS_EXIT) {
            return true;
        }
        if (a.isTimeout() || b.isTimeout()) {
            return true;
        }
        if (a.isWhole() && b.isWhole() && conflict(a.section(), b.section())) {
            return true;
        }
        ObjectFamily f = ObjectFamily.of(p);
        ObjectFamily g = ObjectFamily.of(q);
        boolean begins = p.kind() == OperationKind.SECTION_BEGIN;
        if (begins || q.kind() == OperationKind.SECTION_BEGIN) {
            return meetsSections(begins ? q : p);
        }
        if (f == ObjectFamily.NONE || g == ObjectFamily.NONE) {
            return false;
        }
        if (f == ObjectFamily.MEMORY || g == ObjectFamily.MEMORY) {
            return (p.isClaimed() && q.isClaimed()) || (f == g && overlap(p, q) && conflict(first(a), first(b)));
        }
        return syncDependent(a, f, b, g);
    }

    /** Whether an operation is dependent with the atomic sections of other threads. */
    public final boolean meetsSections(Operation operation) {
        return relation.cautious()
                || operation.kind() == OperationKind.SECTION_BEGIN
                || operation.kind().family().isInSections();
    }

    private boolean syncDependent(Event a, ObjectFamily f, Event b, ObjectFamily g) {
        Operation p = a.operation();
        Operation q = b.operation();
        if (f == g && meet(f, p.object(), q.object()) && conflict(first(a), first(b))) {
            return true;
        }
        ObjectFamily second = ObjectFamily.second(p);
        ObjectFamily other = ObjectFamily.second(q);
        if (second == g && secondObject(p) == q.object() && conflict(second(a), first(b))) {
            return true;
        }
        if (other == f && secondObject(q) == p.object() && conflict(first(a), second(b))) {
            return true;
        }
        return second != ObjectFamily.NONE
                && second == other
                && secondObject(p) == secondObject(q)
                && conflict(second(a), second(b));
    }

    private static boolean meet(ObjectFamily family, long one, long other) {
        return family == ObjectFamily.CHANNEL ? ChannelNames.meet(one, other) : one == other;
    }

    /** The second object of an operation that {@linkplain ObjectFamily#second has one}. */
    public static long secondObject(Operation operation) {
        return switch (ObjectFamily.second(operation)) {
            case MUTEX -> operation.mutex();
            case THREAD -> operation.target();
            case CLAIMS -> OperationKind.CLAIMS_OBJECT;
            default -> OperationKind.KERNEL_OBJECT;
        };
    }

    /** Whether two accesses to one object by two threads do not commute. */
    public boolean conflict(AccessKind a, AccessKind b) {
        return !a.commutesWith(b);
    }

    /** Whether one of two critical sections writes what the other touches. */
    public boolean conflict(Section a, Section b) {
        return a.conflictsWith(b);
    }

    /** How the event uses its first object. */
    public AccessKind first(Event event) {
        AccessKind use = event.use();
        return use != null ? use : event.operation().kind().use().of(event, relation);
    }

    /** How the event's operation may use its first object, whatever its result in another order: in the way that conflicts most. */
    public final AccessKind strongest(Event event) {
        AccessKind used = first(withResult(event, 0));
        return used == AccessKind.READ ? first(withResult(event, 1)) : used;
    }

    private static Event withResult(Event event, long result) {
        return new Event(event.thread(), event.operation(), event.alternative(), result, event.value());
    }

    /** How an event uses the second object of its operation. */
    public AccessKind second(Event event) {
        return switch (ObjectFamily.second(event.operation())) {
            case MUTEX, CLAIMS -> AccessKind.WRITE;
            default -> AccessKind.READ;
        };
    }

    private static boolean overlap(Operation p, Operation q) {
        return overlap(p.object(), p.size(), q.object(), q.size())
                || (p.secondSize() > 0 && overlap(p.object2(), p.secondSize(), q.object(), q.size()))
                || (q.secondSize() > 0 && overlap(p.object(), p.size(), q.object2(), q.secondSize()));
    }

    private static boolean overlap(long p, long sizeOfP, long q, long sizeOfQ) {
        return Long.compareUnsigned(p - q, Math.max(1, sizeOfQ)) < 0
                || Long.compareUnsigned(q - p, Math.max(1, sizeOfP)) < 0;
    }
}
