package org.heddle.dpor.analysis;

import java.util.List;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Execution;
import org.heddle.dpor.model.Outcome;

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
        races.order(events, events.length, List.of(), crashed ? execution.terminator() : -1);
        Trace trace = races.trace;
        long sum = execution.outcome().code();
        for (int row = 0; row < trace.length(); row++) {
            Event event = trace.event(row);
            long hash = mix(event.operation().kind().code() * 0x100000001B3L + event.thread());
            hash = mix(hash ^ event.operation().object()) + event.alternative();
            for (int t = 0; t < trace.threads(); t++) {
                long clock = trace.clocks().get(row, t);
                if (clock > 0) {
                    hash += mix((clock << 32) + trace.idOf(t));
                }
            }
            sum += mix(hash);
        }
        return sum;
    }

    private static long mix(long value) {
        long z = value + 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
