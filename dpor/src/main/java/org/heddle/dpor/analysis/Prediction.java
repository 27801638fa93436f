package org.heddle.dpor.analysis;

import java.util.ArrayList;
import java.util.List;
import org.heddle.dpor.analysis.trace.History;
import org.heddle.dpor.analysis.trace.StateModel;
import org.heddle.dpor.analysis.trace.Trace;
import org.heddle.dpor.analysis.trace.Uses;
import org.heddle.dpor.analysis.trace.Waiting;
import org.heddle.dpor.model.AccessKind;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;

/**
 * Predicts which events an operation of the trace can become when it runs after T[0..i) + V(i) instead of where it ran: its
 * result as far as dependence needs it, and its alternatives. Where the trace does not tell, a result that writes is assumed.
 */
public final class Prediction {
    private final RaceDetection races;
    private final Trace trace;
    private final Uses uses;
    private final Enabledness enabledness;
    private final MemoryValues values;
    private final Waiting waiting;
    private boolean guessed;

    /** Predictions about the trace that {@code races} analyses. */
    public Prediction(RaceDetection races) {
        this.races = races;
        trace = races.trace;
        uses = races.uses;
        enabledness = races.enabledness;
        values = new MemoryValues(trace);
        waiting = new Waiting(trace, uses);
    }

    /** Whether the result of the last prediction had to be assumed. */
    public boolean isGuess() {
        return guessed;
    }

    /** What a guess may have to be instead: a result that leaves memory as it is. */
    public static Event otherwise(Event guess) {
        return withResult(guess, 0);
    }

    /** The events, one for each alternative. */
    public List<Event> of(int row, int i) {
        Event event = trace.event(row);
        guessed = false;
        if (event.isTimeout()) { // it need not have come to that
            return List.of(withoutAlternative(event));
        }
        return of(row, i, event.overlooked() > 0 ? withoutAlternative(event) : event);
    }

    private List<Event> of(int row, int i, Event event) {
        if (event.isWhole()) { // what it touches in another order is found out there; see SleepSet.passLast
            return List.of(event);
        }
        return switch (event.operation().kind()) {
            case MUTEX_TRYLOCK,
                    SPIN_TRYLOCK,
                    SEM_TRYWAIT,
                    RWLOCK_TRYRDLOCK,
                    RWLOCK_TRYWRLOCK,
                    THREAD_JOIN,
                    THREAD_TRYJOIN,
                    THREAD_DETACH,
                    ONCE_BEGIN -> List.of(byState(event, row, i));
            case SEM_WAIT -> List.of(event.operation().interruptedBy() == 0 ? event : byState(event, row, i));
            case COND_WAKE -> enabledness.mayTimeOut(row)
                    ? List.of(withResult(event, enabledness.isSignalled(row, i) ? 0 : OperationKind.TIMED_OUT))
                    : List.of(event);
            case ATOMIC_CAS -> List.of(withResult(event, compareAndSwap(row, i)));
            case COND_SIGNAL -> signals(event, waiters(row, i));
            case COND_BROADCAST -> List.of(withResult(event, waiters(row, i).size()));
            case CHOOSE -> trace.isPending(row) ? choices(event) : List.of(event);
            default -> List.of(event);
        };
    }

    /** The events that the operation in this row, which its thread has pending there, can become after T[0..depth). */
    List<Event> alternativesAt(int row, int depth) {
        Event event = trace.event(row);
        if (event.isTimeout() && row != depth) {
            return List.of(withoutAlternative(event));
        }
        return switch (event.operation().kind()) {
            case CHOOSE -> choices(event);
            case COND_SIGNAL -> signals(event, waiters(row, depth, false));
            default -> List.of(event);
        };
    }

    private Event byState(Event event, int row, int i) {
        StateModel model = Uses.model(event);
        return withResult(event, model.result(stateOf(row, i), event.operation().kind()));
    }

    private static Event withoutAlternative(Event event) {
        return new Event(event.thread(), event.operation(), Event.NO_ALTERNATIVE, 0, event.value());
    }

    private static Event withResult(Event event, long result) {
        return new Event(event.thread(), event.operation(), event.alternative(), result, event.value());
    }

    private long stateOf(int row, int i) {
        Event event = trace.event(row);
        return enabledness.state(uses.firstHistory(row, event), Uses.model(event), i);
    }

    private long compareAndSwap(int row, int i) {
        Event event = trace.event(row);
        Operation operation = event.operation();
        if (!MemoryValues.isKnown(operation)) {
            return 1; // dependence takes it for a write whatever the result
        }
        boolean contradicts = !trace.isPending(row)
                && event.result() == 0
                && MemoryValues.equal(event.value(), operation.expected(), operation.size());
        long current = trace.isPending(row) ? stateOf(row, i) : values.before(row, i);
        if (races.valuesContradict() || contradicts || current == StateModel.UNKNOWN) {
            guessed = true;
            return 1;
        }
        return MemoryValues.equal(current, operation.expected(), operation.size()) ? 1 : 0;
    }

    private static List<Event> signals(Event event, List<Integer> waiters) {
        if (waiters.isEmpty()) {
            return List.of(withoutAlternative(event));
        }
        List<Event> events = new ArrayList<>();
        for (int waiter : waiters) {
            events.add(new Event(event.thread(), event.operation(), waiter, 1, event.value()));
        }
        return events;
    }

    private static List<Event> choices(Event event) {
        List<Event> events = new ArrayList<>();
        for (int choice = 0; choice < event.operation().choices(); choice++) {
            events.add(new Event(event.thread(), event.operation(), choice, choice, choice));
        }
        return events;
    }

    /** Who waits on the row's condition variable after T[0..i) + V(i). */
    private List<Integer> waiters(int row, int i) {
        return waiters(row, i, true);
    }

    private List<Integer> waiters(int row, int i, boolean withRest) {
        History history = uses.firstHistory(row, trace.event(row));
        int from = history.position(i);
        List<Integer> waiters = waiting.before(history, from);
        for (int n = from; withRest && n < history.count(); n++) {
            int k = history.row(n);
            if (enabledness.contains(i, k)) {
                Waiting.pass(waiters, trace.event(k));
            } else if (history.kind(n) == AccessKind.NOTIFY || history.kind(n) == AccessKind.WRITE) {
                return waiters; // who begins to wait or is woken later does so after i
            }
        }
        return waiters;
    }
}
