package org.heddle.dpor.analysis.trace;

import java.util.List;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.PendingOperation;
import org.heddle.dpor.model.execution.ReadyWords;

/**
 * What is known of a trace besides its events.
 *
 * @param pending the operations pending at its end
 * @param terminator the thread whose last event is one with the process's end, or −1
 * @param words what its events' names for words of readiness stand for
 */
public record TraceEnd(List<PendingOperation> pending, int terminator, ReadyWords words) {
    /** Of some events of which nothing else is known. */
    public static final TraceEnd UNKNOWN = new TraceEnd(List.of(), Trace.NONE, ReadyWords.NONE);

    /** Of an execution's events. */
    public static TraceEnd of(Execution execution) {
        return new TraceEnd(execution.pending(), execution.terminator(), execution.words());
    }

    /** The same of a trace that ends in its last event, so that nothing is pending. */
    public TraceEnd endedBy(int thread) {
        return new TraceEnd(List.of(), thread, words);
    }

    /** The same with another end of the process. */
    public TraceEnd withTerminator(int thread) {
        return new TraceEnd(pending, thread, words);
    }
}
