package org.heddle.dpor.detect;

import java.util.List;
import java.util.Set;
import org.heddle.dpor.detect.finding.Detector;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.detect.finding.SyncState;
import org.heddle.dpor.history.Call;
import org.heddle.dpor.history.Histories;
import org.heddle.dpor.history.History;
import org.heddle.dpor.history.SerialHistories;
import org.heddle.dpor.history.SerialHistories.State;
import org.heddle.dpor.model.execution.Execution;

/**
 * Executions in which nobody can go on: deadlocks, unless all threads wait in calls that may wait, and each of these calls is right to do so.
 * It is if it also waits one at a time, behind an order of the calls that have ended; so a stuck history is linearizable if each of its
 * pending calls is, without the other ones (Line-Up: Burckhardt, Dern, Musuvathi, Tan, PLDI 2010, §2.4).
 */
final class StuckCalls implements Detector {
    /** Nobody has to wait for good for a lock that nobody gives back, although one at a time calls may do so too. */
    private static final Set<String> CYCLES = Set.of("self-lock", "lock-cycle", "mixed-cycle", "once", "held-at-fork");

    private final SerialHistories serial;
    private final Detector deadlocks;

    /**
     * Looks at executions that are stuck.
     *
     * @param serial what calls do one at a time, as far as it is known
     * @param deadlocks looks at those in which not every wait is right, and at all others
     */
    StuckCalls(SerialHistories serial, Detector deadlocks) {
        this.serial = serial;
        this.deadlocks = deadlocks;
    }

    /** Where the results of the calls that have ended are wrong, no wait is: {@link LinearizabilityDetector} tells them. */
    @Override
    public List<Finding> detect(Execution execution) {
        List<Finding> found = deadlocks.detect(execution);
        if (found.isEmpty() || !Histories.areStuck(execution) || isOfLocks(execution, found)) {
            return found;
        }
        boolean isAnyWrong = Histories.of(execution).stream().anyMatch(history -> history.calls().stream()
                .anyMatch(call -> call.isPending() && isWrong(execution, history, call)));
        return isAnyWrong ? found : List.of();
    }

    private static boolean isOfLocks(Execution execution, List<Finding> found) {
        if (found.stream().anyMatch(finding -> CYCLES.contains(finding.cause()))) {
            return true;
        }
        Set<Integer> waiting = Histories.waiting(execution);
        return SyncState.awaited(execution, waiting).anyMatch(holder -> !waiting.contains(holder));
    }

    private boolean isWrong(Execution execution, History history, Call waiting) {
        if (Histories.isSpecified(execution, history.object())) {
            return Histories.isUnexplainedWait(execution, waiting);
        }
        return serial.state() == State.KNOWN
                && serial.explains(history.ended())
                && !serial.explainsWait(history, waiting);
    }
}
