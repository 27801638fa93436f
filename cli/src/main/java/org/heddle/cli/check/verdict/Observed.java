package org.heddle.cli.check.verdict;

import org.heddle.dpor.model.Begin;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.dpor.model.execution.PendingOperation;
import org.heddle.dpor.model.execution.VisibleMemory;
import org.heddle.server.protocol.message.RunOptions;
import org.heddle.server.protocol.message.TimeoutsMode;

/**
 * What executions showed of the program that a verdict has to mention.
 *
 * @param visible the memory whose plain accesses were visible operations at last
 * @param weakAtomics whether there were atomic accesses that were not sequentially consistent
 * @param timedWaits whether there were waits with a time limit that could only pass when nothing else could happen
 * @param ownThreads whether there were threads of the runtime's own, each of which waits for a timer, or empties a store buffer
 * @param ended whether some execution came to its end, a good one or a bad one
 * @param cuts the executions that were cut off before any came to its end, because a thread went on for too long
 * @param begin where exploring began, if not at the start; 0 otherwise
 * @param alike whether threads were taken for one another at last
 */
public record Observed(
        VisibleMemory visible,
        boolean weakAtomics,
        boolean timedWaits,
        boolean ownThreads,
        boolean ended,
        Cuts cuts,
        long begin,
        boolean alike) {
    public static final Observed NOTHING =
            new Observed(VisibleMemory.NONE, false, false, false, false, Cuts.NONE, 0, false);

    /** What is known after one more execution. */
    public Observed and(Execution execution) {
        return new Observed(
                execution.visible(),
                weakAtomics || execution.counters().weakAtomics() > 0,
                timedWaits || hasTimedWait(execution),
                ownThreads || hasOwnThread(execution),
                ended || (execution.outcome().isComplete() && !isCutOff(execution)),
                ended || !isCutOff(execution) ? cuts : cuts.and(execution),
                begin != 0 ? begin : begin(execution),
                areAlike(execution));
    }

    private static boolean areAlike(Execution execution) {
        for (Event event : execution.events()) {
            if (event.operation().beginsAfter() >= 0) {
                return true;
            }
        }
        return false;
    }

    private static long begin(Execution execution) {
        int before = Begin.of(execution.events());
        return before == 0 ? 0 : execution.events().get(before - 1).operation().site();
    }

    private static boolean isCutOff(Execution execution) {
        return execution.outcome() == Outcome.CUT_OFF || execution.outcome() == Outcome.TOO_LONG;
    }

    /** Whether the program goes on for ever, as far as is known. */
    boolean isEndless() {
        return cuts.count() > 0 && !ended;
    }

    /**
     * Whether something could come with time that came only when nothing else could happen. A timer counts as soon as it is armed: it may be
     * deleted before its thread begins to wait.
     */
    boolean waitsForTime(RunOptions run) {
        return run.timeouts() == TimeoutsMode.LAST_RESORT && (timedWaits || (ownThreads && !run.buffersStores()));
    }

    private static boolean hasOwnThread(Execution execution) {
        for (Event event : execution.events()) {
            if (event.operation().isOwnThread()) {
                return true;
            }
        }
        return false;
    }

    /** What was still awaited at the end counts too: it might have come earlier, as a timer that expires while threads go on. */
    private static boolean hasTimedWait(Execution execution) {
        for (Event event : execution.events()) {
            if (isTimedWait(event.operation())) {
                return true;
            }
        }
        for (PendingOperation pending : execution.pending()) {
            if (isTimedWait(pending.operation())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isTimedWait(Operation operation) {
        return operation.argument() > OperationKind.DEADLINE_ANY
                && operation.kind().isTimed();
    }
}
