package org.heddle.dpor.weak;

import java.util.OptionalLong;
import org.heddle.dpor.analysis.trace.Trace;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.MemoryOrder;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.weak.WeakStep.Form;

/**
 * Asks of an operation, before it is executed, whether C11 allows it to take another place than the last: to read an older store, or to
 * store before one that has been executed. Only what the thread comes after counts, in every order of independent events: then the outcome
 * is of no sequentially consistent execution.
 *
 * <p>After Lahav and Margalit, "Robustness against Release/Acquire Semantics" (PLDI 2019), and Margalit, Shapira, Lahav, "Dynamic Robustness
 * Verification against Weak Memory" (PLDI 2025). Why that is enough: take a graph of RC11 that is of no sequentially consistent execution,
 * and of its prefixes by program order and reads-from the smallest such one. It is an execution with one event more. A cycle goes through
 * that event, out by modification order or from-read to a newer store, and in by program order alone, as what the event reads is older than
 * that store. So the newer store comes before the thread's previous event, and all that does not is left out without harm.
 */
final class StaleReads {
    private final Graph graph;
    private final Rules rules;
    private final Trace trace;

    StaleReads(Graph graph, Rules rules) {
        this.rules = rules;
        this.graph = graph;
        trace = graph.trace();
    }

    /** What the operation in this row, executed or pending, may do besides; null if nothing. */
    WeakStep of(int row) {
        Event event = trace.event(row);
        Operation operation = event.operation();
        int previous = graph.previous(row);
        boolean isAsked =
                switch (operation.kind()) {
                    case ATOMIC_LOAD, ATOMIC_STORE, ATOMIC_RMW, ATOMIC_CAS, AWAIT -> true;
                    default -> false;
                };
        if (!isAsked || operation.order() == MemoryOrder.OWN || previous == Trace.NONE || graph.isNone(row)) {
            return null;
        }
        Location location = graph.location(operation);
        Moment before = graph.before(row);
        Access last = location.lastWrite();
        if (last == null || before.now().before().has(last.thread(), last.local())) {
            return null; // most know of the last write
        }
        int newest = location.lastWriteIn(thread -> trace.clocks().get(previous, thread));
        int seen = rules.isCoherent() ? location.lastKnownIn(before.now().before()) : -1;
        return newest <= seen ? null : new Question(row, event, location, before, newest, seen).answer();
    }

    /** Of one operation: the writes behind {@code seen}, up to {@code newest}, are those that it may come before. */
    private final class Question {
        private final int row;
        private final Event event;
        private final Operation operation;
        private final Location location;
        private final Moment before;
        private final int newest;
        private final int seen;

        Question(int row, Event event, Location location, Moment before, int newest, int seen) {
            this.row = row;
            this.event = event;
            operation = event.operation();
            this.location = location;
            this.before = before;
            this.newest = newest;
            this.seen = seen;
        }

        WeakStep answer() {
            return switch (operation.kind()) {
                case ATOMIC_LOAD -> isForbidden(newest, operation.order()) ? null : step(Form.READ, newest);
                case ATOMIC_STORE, ATOMIC_RMW -> update(operation.order());
                case AWAIT -> anotherValue();
                default -> {
                    WeakStep exchanged = update(operation.order());
                    yield exchanged != null ? exchanged : failed();
                }
            };
        }

        /** A write comes before one that does not read what it would come between. */
        private WeakStep update(MemoryOrder order) {
            for (int place = newest; place > seen; place--) {
                boolean isAlone = !rules.isBound(location.write(place).event());
                if (isAlone && mayExchange(place)) {
                    return isForbidden(place, order)
                            ? null
                            : step(operation.kind() == OperationKind.ATOMIC_STORE ? Form.STORE : Form.UPDATE, place);
                }
            }
            return null;
        }

        private boolean mayExchange(int place) {
            return operation.kind() != OperationKind.ATOMIC_CAS || !knows(place) || old(place) == operation.expected();
        }

        /** A compare-and-swap that finds something else, or that is weak: then it may fail whatever it finds. */
        private WeakStep failed() {
            for (int place = newest; place > seen; place--) {
                if (!knows(place) || old(place) != operation.expected()) {
                    return isForbidden(place, operation.failure()) ? null : step(Form.READ, place);
                }
            }
            return null;
        }

        /** What it has read already makes it only wait for longer. */
        private WeakStep anotherValue() {
            Access own = location.lastOf(trace.thread(row));
            for (int place = newest; place > seen; place--) {
                boolean isKnown =
                        own != null && knows(place) && own.event().operation().size() <= Long.BYTES;
                if (!isKnown || old(place) != found(own.event())) {
                    return isForbidden(place, operation.order()) ? null : step(Form.READ, place);
                }
            }
            return null;
        }

        private long found(Event own) {
            boolean written = Accesses.writes(own);
            boolean updates = own.operation().kind() == OperationKind.ATOMIC_RMW;
            return written && updates ? own.result() : own.value();
        }

        private boolean knows(int place) {
            return Accesses.knowsOverwritten(location.write(place).event());
        }

        private long old(int place) {
            return Accesses.overwritten(location.write(place).event());
        }

        private WeakStep step(Form form, int place) {
            Event newer = location.write(place).event();
            Event source = place == 0 ? null : location.write(place - 1).event();
            return new WeakStep(
                    form, event, source, newer, knows(place) ? OptionalLong.of(old(place)) : OptionalLong.empty());
        }

        /**
         * Whether psc would have a cycle: from the operation, or a fence before it, by a write from this place on that the thread comes
         * after, back to it.
         */
        private boolean isForbidden(int from, MemoryOrder order) {
            if (!graph.hasConsistentOnes()) {
                return false;
            }
            Clock byFences = before.now().fences();
            Clock back = order == MemoryOrder.SEQ_CST
                    ? graph.incoming(before, location, before.now().before())
                    : byFences;
            if (back == Clock.ZERO) {
                return false;
            }
            for (int place = from; place <= newest; place++) {
                Access write = location.write(place);
                if (write.consistent() != Clock.ZERO && back.has(write.thread(), write.local())) {
                    return true;
                }
            }
            for (int thread = 0; thread < graph.threads(); thread++) {
                Moment base = graph.lastFence(thread, back.get(thread));
                if (base != null && lastWriteBefore(base) >= from) {
                    return true;
                }
                Moment fence = graph.lastFence(thread, byFences.get(thread));
                if (fence != null && location.lastKnownIn(fence.now().before()) >= from) {
                    return true;
                }
            }
            return false;
        }

        private int lastWriteBefore(Moment fence) {
            return location.lastWriteIn(thread -> fence.now().before().get(thread));
        }
    }
}
