package org.heddle.dpor.explore;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.heddle.dpor.detect.finding.FoundFinding;
import org.heddle.dpor.explore.frontier.Proved;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Note;
import org.heddle.dpor.model.execution.Outcome;

/**
 * What an exploration came to.
 *
 * @param proved what was covered, as far as no gap is in the way
 * @param counts how many executions ended in which way
 * @param findings every distinct finding, in order of appearance
 * @param notes every distinct note, in order of appearance
 * @param gaps why it is not complete, each reason with the number of executions concerned; empty if it is
 * @param firstDivergence the first execution that diverged, or null
 */
public record Verdict(
        Proved proved,
        Counts counts,
        List<FoundFinding> findings,
        List<Note> notes,
        Map<Gap, Long> gaps,
        Execution firstDivergence) {

    /** The same with these findings only. */
    public Verdict withFindings(List<FoundFinding> some) {
        return new Verdict(proved, counts, List.copyOf(some), notes, gaps, firstDivergence);
    }

    /** The same, where time was not up but somebody asked for the end: what is left is left for that. */
    public Verdict interrupted() {
        if (!gaps.containsKey(Gap.DEADLINE)) {
            return this;
        }
        Map<Gap, Long> others = new EnumMap<>(gaps);
        others.put(Gap.INTERRUPTED, others.remove(Gap.DEADLINE));
        return new Verdict(proved, counts, findings, notes, Map.copyOf(others), firstDivergence);
    }

    /** Whether every class of executions was explored. */
    public boolean complete() {
        return proved.isEverything();
    }

    /** Why something was left unexplored. */
    public enum Gap {
        /** The most executions allowed have been run. */
        EXECUTION_LIMIT,
        /** The time was up. */
        DEADLINE,
        /** Somebody asked for the end. */
        INTERRUPTED,
        /** What was kept of the exploration took as much memory as it may. */
        MEMORY,
        /** A finding was enough. */
        STOPPED_AT_FINDING,
        /** An execution did not replay its prefix as recorded. */
        DIVERGED,
        /** An execution had more visible operations than allowed. */
        TOO_LONG,
        /** An execution made no progress. */
        HUNG,
        /** An execution printed too much. */
        OUTPUT_FLOOD,
        /** The runtime ran out of something. */
        RESOURCES,
        /** A worker died twice on the same plan. */
        LOST,
        /** The outcome of an operation in another order could not be predicted. */
        UNPREDICTED,
        /** The program calls what the runtime does not model. */
        UNMODELLED,
        /** An execution made another process, which nobody controls. */
        PROCESSES;

        /** Why what lies beyond an execution that ended so cannot be explored; empty if it can. */
        public static Optional<Gap> leftBy(Outcome outcome) {
            return switch (outcome) {
                case DIVERGED -> Optional.of(DIVERGED);
                case TOO_LONG -> Optional.of(TOO_LONG);
                case HUNG -> Optional.of(HUNG);
                case OUTPUT_FLOOD -> Optional.of(OUTPUT_FLOOD);
                case RESOURCES -> Optional.of(RESOURCES);
                case LOST -> Optional.of(LOST);
                case UNMODELLED -> Optional.of(UNMODELLED);
                case EXITED, SIGNALED, DEADLOCK, SLEEP_BLOCKED, ASSERTION, ASSUMPTION, CUT_OFF -> Optional.empty();
            };
        }
    }

    /**
     * Numbers of executions.
     *
     * @param total all that were run, those not answered for at the end left out
     * @param byOutcome how they ended
     * @param events the visible operations of all executions together
     */
    public record Counts(long total, Map<Outcome, Long> byOutcome, long events) {
        /** How many executions ended in this way. */
        public long of(Outcome outcome) {
            return byOutcome.getOrDefault(outcome, 0L);
        }

        /** How many turned out to be redundant. */
        public long blocked() {
            return of(Outcome.SLEEP_BLOCKED);
        }

        /** How many did not replay. */
        public long diverged() {
            return of(Outcome.DIVERGED);
        }
    }
}
