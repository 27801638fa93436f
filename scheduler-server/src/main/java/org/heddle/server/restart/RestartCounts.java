package org.heddle.server.restart;

import java.util.EnumMap;
import java.util.Map;
import org.heddle.server.protocol.Spent;
import org.heddle.server.protocol.Way;
import org.heddle.server.protocol.message.Fallback;

/** How executions were run. Safe for use by several threads. */
public final class RestartCounts {
    private final Map<Fallback, Long> fallbacks = new EnumMap<>(Fallback.class);
    private long inProcess;
    private long forked;
    private long compared;
    private int systemCall = -1;
    private long events;
    private long fromCheckpoints;
    private Spent spent = Spent.NONE;
    private long waited;

    /**
     * What has been counted.
     *
     * @param inProcess executions in the runner
     * @param forked executions in a fork, but for those that were run to be compared
     * @param compared executions in the runner whose results were compared with a fork's, and were equal
     * @param fallbacks why executions were forked whose plans allowed the runner
     * @param systemCall the number of a call that could not be undone; −1: there was none
     * @param events visible operations of all executions, but for those that were run to be compared
     * @param spent what else was done in all executions
     */
    public record Snapshot(
            long inProcess,
            long forked,
            long compared,
            Map<Fallback, Long> fallbacks,
            int systemCall,
            Events events,
            Spent spent) {
        /** Copies what could be changed by others. */
        public Snapshot {
            fallbacks = Map.copyOf(fallbacks);
        }
    }

    /**
     * Visible operations.
     *
     * @param executed that the program has executed
     * @param fromCheckpoints that executions had in common with others, behind which they began
     */
    public record Events(long executed, long fromCheckpoints) {
        /** None. */
        public static final Events NONE = new Events(0, 0);

        /** All together. */
        public Events plus(Events others) {
            return new Events(executed + others.executed, fromCheckpoints + others.fromCheckpoints);
        }
    }

    /** Nothing counted. */
    public RestartCounts() {}

    /** An execution of so many events was run in this way. */
    public synchronized void count(Way way, int all, Spent time) {
        events += all;
        spent = spent.plus(time);
        fromCheckpoints += way.fromCheckpoint();
        if (way.inProcess()) {
            inProcess++;
            return;
        }
        forked++;
        if (way.fallback() != Fallback.NONE) {
            fallbacks.merge(way.fallback(), 1L, Long::sum);
        }
        if (way.fallback() == Fallback.SYSTEM_CALL && systemCall < 0) {
            systemCall = way.systemCall();
        }
    }

    /** An execution was run once more, to be compared. */
    public synchronized void countAgain(Spent time) {
        spent = spent.plus(time.forAnother());
    }

    /** A result was waited for, for so many nanoseconds. */
    public synchronized void countWait(long nanos) {
        waited += nanos;
    }

    /** For how many nanoseconds results were waited for. */
    public synchronized long waited() {
        return waited;
    }

    /** Two results were compared, and are equal. */
    public synchronized void countCompared() {
        compared++;
    }

    /** All that has been counted until now. */
    public synchronized Snapshot snapshot() {
        return new Snapshot(
                inProcess,
                forked,
                compared,
                fallbacks,
                systemCall,
                new Events(events - fromCheckpoints, fromCheckpoints),
                spent);
    }
}
