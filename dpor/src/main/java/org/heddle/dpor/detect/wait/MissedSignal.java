package org.heddle.dpor.detect.wait;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.heddle.dpor.analysis.Decisions;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.PendingOperation;

/**
 * The signal that a thread missed, which waits for good: one that came before the wait. Blamed is what came after the thread had decided
 * to wait: what does not happen before its last operation before the wait. If that is nothing, the thread could have known of each, and
 * the last that nobody heard is blamed; on a futex none, for there the wait itself looks at the word that was changed before the wake.
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
