package org.heddle.dpor.model;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one run of the program did.
 *
 * @param events the executed visible operations in order
 * @param pending the next operation of every unfinished thread, where the execution ended in an orderly way
 * @param threads every thread that existed, by id
 * @param outcome how it ended
 * @param status the exit status or signal number (see {@link Outcome})
 * @param terminator the thread that ended the process by a crash between two of its visible operations, −1 if none did
 * @param notes what the runtime saw besides
 * @param divergence set if and only if the outcome is {@link Outcome#DIVERGED}, else null
 * @param counters figures for the report
 * @param stdout what the program printed (only kept when the outcome is a finding or the plan asked for it)
 * @param stderr likewise
 * @param races the races that were seen, in the order in which they were
 * @param visible the memory whose plain accesses were visible operations by the plan
 * @param stacks where threads were at events and accesses, if the plan asked for it
 * @param isCut whether there was no room for its events: there are none here, although it had some
 */
@SuppressWarnings("ArrayRecordComponent") // the output is large, opaque, and compared by nobody
public record Execution(
        List<Event> events,
        List<PendingOperation> pending,
        List<ThreadInfo> threads,
        Outcome outcome,
        int status,
        int terminator,
        List<Note> notes,
        Divergence divergence,
        Counters counters,
        byte[] stdout,
        byte[] stderr,
        List<Race> races,
        VisibleMemory visible,
        List<CallStack> stacks,
        boolean isCut) {

    /** An execution with all its events. */
    public Execution(
            List<Event> events,
            List<PendingOperation> pending,
            List<ThreadInfo> threads,
            Outcome outcome,
            int status,
            int terminator,
            List<Note> notes,
            Divergence divergence,
            Counters counters,
            byte[] stdout,
            byte[] stderr,
            List<Race> races,
            VisibleMemory visible,
            List<CallStack> stacks) {
        this(
                events,
                pending,
                threads,
                outcome,
                status,
                terminator,
                notes,
                divergence,
                counters,
                stdout,
                stderr,
                races,
                visible,
                stacks,
                false);
    }

    /** An execution without races, in which no plain memory was visible by the plan. */
    public Execution(
            List<Event> events,
            List<PendingOperation> pending,
            List<ThreadInfo> threads,
            Outcome outcome,
            int status,
            int terminator,
            List<Note> notes,
            Divergence divergence,
            Counters counters,
            byte[] stdout,
            byte[] stderr) {
        this(
                events,
                pending,
                threads,
                outcome,
                status,
                terminator,
                notes,
                divergence,
                counters,
                stdout,
                stderr,
                List.of(),
                VisibleMemory.NONE,
                List.of());
    }

    /** An execution of which nothing is known, and why. */
    public static Execution lost(String why) {
        return new Execution(
                List.of(),
                List.of(),
                List.of(),
                Outcome.LOST,
                0,
                -1,
                List.of(new Note(Note.Kind.RESOURCES, 0, 0, 0, 0, 0, 0, why)),
                null,
                Counters.NONE,
                new byte[0],
                why.getBytes(StandardCharsets.UTF_8));
    }

    /** This execution with the outcome {@link Outcome#DIVERGED}. */
    public Execution divergedAt(Divergence where) {
        return with(events, pending, Outcome.DIVERGED, status, terminator, where);
    }

    /**
     * Figures of one execution.
     *
     * @param plainReads plain reads that were not scheduling points
     * @param plainWrites plain writes that were not scheduling points
     * @param atomics atomic accesses
     * @param weakAtomics those of them that are weaker than sequentially consistent
     */
    public record Counters(long plainReads, long plainWrites, long atomics, long weakAtomics) {
        /** Nothing counted. */
        public static final Counters NONE = new Counters(0, 0, 0, 0);
    }

    /** The longest time limit of a wait that went on while another thread slept for longer, in nanoseconds; 0 if there is none. */
    public long outlastedTimeLimit() {
        long longest = 0;
        for (Note note : notes) {
            longest = note.kind() == Note.Kind.TIME_LIMIT ? Math.max(longest, note.object()) : longest;
        }
        return longest;
    }

    /** Whether additions that were taken to commute may be all that orders two accesses; what races there are is not told then. */
    public boolean isOrderedByAdditions() {
        for (Note note : notes) {
            if (note.kind() == Note.Kind.ADDITIONS_ORDER) {
                return true;
            }
        }
        return false;
    }

    /** The first events, as if it had been stopped behind them. */
    public Execution upTo(int count) {
        if (count == events.size()) {
            return this;
        }
        Map<Integer, PendingOperation> next = new LinkedHashMap<>();
        for (Event event : events.subList(count, events.size())) {
            next.putIfAbsent(event.thread(), new PendingOperation(event.thread(), event.operation(), event.value()));
        }
        pending.forEach(operation -> next.putIfAbsent(operation.thread(), operation));
        return with(
                List.copyOf(events.subList(0, count)), List.copyOf(next.values()), Outcome.TOO_LONG, 0, -1, divergence);
    }

    /** The same with other events. */
    public Execution withEvents(List<Event> others) {
        return with(others, pending, outcome, status, terminator, divergence);
    }

    /** The same without races. */
    public Execution withoutRaces() {
        return with(events, List.of(), isCut);
    }

    /** The same without its events, for which there is no room. */
    public Execution cut() {
        return with(List.of(), races, true);
    }

    private Execution with(List<Event> others, List<Race> otherRaces, boolean nowCut) {
        return new Execution(
                others,
                pending,
                threads,
                outcome,
                status,
                terminator,
                notes,
                divergence,
                counters,
                stdout,
                stderr,
                otherRaces,
                visible,
                stacks,
                nowCut);
    }

    /** The same with other pending operations. */
    public Execution withPending(List<PendingOperation> other) {
        return with(events, other, outcome, status, terminator, divergence);
    }

    /** The same with another course and end. */
    private Execution with(
            List<Event> others,
            List<PendingOperation> next,
            Outcome end,
            int endStatus,
            int endTerminator,
            Divergence where) {
        return new Execution(
                others,
                next,
                threads,
                end,
                endStatus,
                endTerminator,
                notes,
                where,
                counters,
                stdout,
                stderr,
                races,
                visible,
                stacks,
                isCut);
    }
}
