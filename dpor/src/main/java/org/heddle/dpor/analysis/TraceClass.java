package org.heddle.dpor.analysis;

import org.heddle.dpor.analysis.trace.Trace;
import org.heddle.dpor.analysis.trace.TraceEnd;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;

/**
 * Names the Mazurkiewicz class of an execution by a number: equal for two executions of one class, and different for different
 * classes but for the chance of a collision of 64-bit hashes.
 */
public final class TraceClass {
    private final RaceDetection races = new RaceDetection(new Dependence());

    /** The class of a complete execution. */
    public long fingerprint(Execution execution) {
        Event[] events = execution.events().toArray(new Event[0]);
        boolean crashed = execution.outcome() != Outcome.SLEEP_BLOCKED && execution.terminator() >= 0;
        races.order(events, events.length, TraceEnd.of(execution).endedBy(crashed ? execution.terminator() : -1));
        Trace trace = races.trace;
        long sum = execution.outcome().code();
        long[] clockOf = new long[trace.length()];
        for (int row = 0; row < trace.length(); row++) {
            Event event = trace.event(row);
            long hash = SplitMix.next(event.operation().kind().code() * 0x100000001B3L + event.thread());
            hash = SplitMix.next(hash ^ event.operation().object()) + event.alternative();
            clockOf[row] = clock(trace, row, clockOf);
            sum += SplitMix.next(hash + clockOf[row]);
        }
        return sum;
    }

    /** A sum over the components of the row's clock, from that of the row before. */
    private static long clock(Trace trace, int row, long[] clockOf) {
        int before = trace.previous(row);
        long[] sum = {before == Trace.NONE ? 0 : clockOf[before]};
        trace.clocks().visitGrowth(row, before, (thread, then, now) -> {
            sum[0] += component(trace, thread, now) - component(trace, thread, then);
        });
        return sum[0];
    }

    private static long component(Trace trace, int thread, long count) {
        return count == 0 ? 0 : SplitMix.next((count << 32) + trace.idOf(thread));
    }
}
