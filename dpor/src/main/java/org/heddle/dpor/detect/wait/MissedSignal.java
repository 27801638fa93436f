package org.heddle.dpor.detect.wait;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.heddle.dpor.analysis.Decisions;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.ObjectUse;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.OperationTrait;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.PendingOperation;

/**
 * The signal that a thread missed, which waits for good: one that came before the wait. Blamed is what came after the thread had decided
 * to wait: what does not happen before its last operation before the wait. If that is nothing, the thread could have known of each, and
 * the last that nobody heard is blamed; on a futex none, for there the wait itself looks at the word that was changed before the wake.
 * Where the thread waits because of what it has seen, a signal is not blamed if what it told of was to be seen: if the signaller had
 * changed it with the mutex held, before the waiter took the mutex.
 */
final class MissedSignal {
    /** There is none. */
    static final int NONE = -1;

    private final Execution execution;
    private final int waiter;
    private final int wait;

    /**
     * Signals to a thread.
     *
     * @param wait the step at which it began to wait
     */
    MissedSignal(Execution execution, PendingOperation waiter, int wait) {
        this.execution = execution;
        this.waiter = waiter.thread();
        this.wait = wait;
    }

    /** The step of the signal or broadcast, or {@link #NONE}. */
    int step() {
        List<Integer> before = unheard();
        if (execution.events().get(wait).operation().hasLooked()) {
            before.removeIf(this::wasSeen);
        }
        if (before.isEmpty()) {
            return NONE;
        }
        Decisions decisions = new Decisions(new Dependence());
        decisions.load(execution.events().toArray(new Event[0]), execution);
        IntPredicate isUnknown = step -> !decisions.happensBeforePrevious(step, wait);
        boolean looks = execution.events().get(wait).operation().isOnFutex();
        IntPredicate isUnheard = step -> !looks && execution.events().get(step).result() == 0;
        List<IntPredicate> gravestFirst =
                List.of(step -> isUnknown.test(step) && isForMore(step), isUnknown, isUnheard);
        for (IntPredicate isSuch : gravestFirst) {
            List<Integer> blamed =
                    before.stream().filter(step -> isSuch.test(step)).toList();
            if (!blamed.isEmpty()) {
                return LatestByHappensBefore.of(execution, blamed);
            }
        }
        return NONE;
    }

    /** Whether the waiter has looked at all that this signal told of. */
    private boolean wasSeen(int signal) {
        int last = lastWithMutex(signal);
        return last >= 0 && last < lastBefore(wait, waiter) && !isBeforeItsChange(signal);
    }

    /** The signaller's last step on the mutex, if it holds the mutex or has just given it back; else -1: it may have changed something since. */
    private int lastWithMutex(int signal) {
        List<Event> events = execution.events();
        int thread = events.get(signal).thread();
        boolean isAtOnce = true;
        for (int step = signal - 1; step >= 0; step--) {
            Event event = events.get(step);
            if (event.thread() == thread && event.operation().lock() == mutex()) {
                return isAtOnce || event.operation().kind().has(OperationTrait.TAKES) ? step : -1;
            }
            isAtOnce &= event.thread() != thread || event.operation().signals();
        }
        return -1;
    }

    /** Whether the next time that the signaller may have changed something is after the wait. */
    private boolean isBeforeItsChange(int signal) {
        List<Event> events = execution.events();
        int thread = events.get(signal).thread();
        for (int step = signal + 1; step < events.size(); step++) {
            Operation operation = events.get(step).operation();
            boolean takes = operation.lock() == mutex() && operation.kind().has(OperationTrait.TAKES);
            if (events.get(step).thread() == thread && (takes || mayWrite(operation.kind()))) {
                return step > wait;
            }
        }
        return false;
    }

    private long mutex() {
        return execution.events().get(wait).operation().mutex();
    }

    private int lastBefore(int end, int thread) {
        int step = end - 1;
        while (step >= 0 && execution.events().get(step).thread() != thread) {
            step--;
        }
        return step;
    }

    private static boolean mayWrite(OperationKind kind) {
        return kind.isMemoryAccess() && kind.use() != ObjectUse.READS;
    }

    /** Whether it was meant for more threads than have heard it. */
    private boolean isForMore(int step) {
        Event signal = execution.events().get(step);
        return signal.result() == 0 || signal.operation().kind() == OperationKind.COND_BROADCAST;
    }

    /** All signals and broadcasts of other threads before the wait, but for those that have woken the waiter. */
    private List<Integer> unheard() {
        long condition = execution.events().get(wait).operation().object();
        List<Integer> steps = new ArrayList<>();
        boolean waits = false;
        for (int step = 0; step < wait; step++) {
            Event event = execution.events().get(step);
            boolean isHere = event.operation().object() == condition;
            switch (event.operation().kind()) {
                case COND_WAIT -> waits = event.thread() == waiter ? isHere : waits;
                case COND_WAKE -> waits = event.thread() != waiter && waits;
                case COND_SIGNAL -> {
                    boolean wakes = event.alternative() == waiter && event.result() != 0;
                    if (isHere && event.thread() != waiter && !wakes) {
                        steps.add(step);
                    }
                    waits = waits && !wakes;
                }
                case COND_BROADCAST -> {
                    if (isHere && event.thread() != waiter && !waits) {
                        steps.add(step);
                    }
                    waits = waits && !isHere;
                }
                default -> {}
            }
        }
        return steps;
    }
}
