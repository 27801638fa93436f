package org.heddle.dpor.model.execution;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.heddle.dpor.model.Event;

/**
 * What one run of the program did.
 *
 * @param course what its threads did
 * @param end how it ended
 * @param seen what the runtime saw besides
 * @param output what it printed
 * @param visible the memory whose plain accesses were visible operations by the plan
 */
public record Execution(Course course, End end, Seen seen, Output output, VisibleMemory visible) {
    /**
     * What the threads of an execution did.
     *
     * @param events the executed visible operations in order
     * @param pending the next operation of every unfinished thread, where the execution ended in an orderly way
     * @param threads every thread that existed, by id
     * @param isCut whether there was no room for the events: there are none here, although there were some
     * @param words what names for words of readiness stand for
     */
    public record Course(
            List<Event> events,
            List<PendingOperation> pending,
            List<ThreadInfo> threads,
            boolean isCut,
            ReadyWords words) {
        /** All that is known of an execution of which nothing is known. */
        public static final Course UNKNOWN = new Course(List.of(), List.of(), List.of());

        /** A course with all its events. */
        public Course(List<Event> events, List<PendingOperation> pending, List<ThreadInfo> threads) {
            this(events, pending, threads, false, ReadyWords.NONE);
        }

        private Course with(List<Event> others, List<PendingOperation> next) {
            return new Course(others, next, threads, isCut, words);
        }

        /** The first events, as if it had been stopped behind them. */
        private Course upTo(int count) {
            Map<Integer, PendingOperation> next = new LinkedHashMap<>();
            for (Event event : events.subList(count, events.size())) {
                next.putIfAbsent(
                        event.thread(), new PendingOperation(event.thread(), event.operation(), event.value()));
            }
            pending.forEach(operation -> next.putIfAbsent(operation.thread(), operation));
            return with(List.copyOf(events.subList(0, count)), List.copyOf(next.values()));
        }
    }

    /**
     * How an execution ended.
     *
     * @param outcome in which way
     * @param status the exit status or signal number (see {@link Outcome})
     * @param terminator the thread that ended the process by a crash between two of its visible operations, −1 if none did
     * @param divergence set if and only if the outcome is {@link Outcome#DIVERGED}, else null
     */
    public record End(Outcome outcome, int status, int terminator, Divergence divergence) {
        /** An end with status 0 that no thread brought about. */
        public static End of(Outcome outcome) {
            return new End(outcome, 0, -1, null);
        }
    }

    /**
     * What the runtime saw besides the visible operations.
     *
     * @param notes in words and numbers
     * @param races the races, in the order in which they were seen
     * @param stacks where threads were at events and accesses, if the plan asked for it
     * @param counters figures for the report
     */
    public record Seen(List<Note> notes, List<Race> races, List<CallStack> stacks, Counters counters) {
        /** Nothing. */
        public static final Seen NOTHING = of(List.of());

        /** Only these notes. */
        public static Seen of(List<Note> notes) {
            return new Seen(notes, List.of(), List.of(), Counters.NONE);
        }

        /** The same with other races. */
        public Seen with(List<Race> others) {
            return new Seen(notes, others, stacks, counters);
        }
    }

    /**
     * What an execution printed; only kept when the outcome is a finding or the plan asked for it.
     *
     * @param stdout on standard output
     * @param stderr on standard error
     */
    @SuppressWarnings("ArrayRecordComponent") // the output is large, opaque, and compared by nobody
    public record Output(byte[] stdout, byte[] stderr) {
        /** Nothing. */
        public static final Output NONE = new Output(new byte[0], new byte[0]);
    }

    /**
     * Figures of one execution.
     *
     * @param plainReads plain reads that were not scheduling points
     * @param plainWrites plain writes that were not scheduling points
     * @param atomics atomic accesses
     * @param weakAtomics those of them that are weaker than sequentially consistent
     * @param foreign whether there were atomic accesses or fences of which C11 says nothing: instructions of x86
     */
    public record Counters(long plainReads, long plainWrites, long atomics, long weakAtomics, boolean foreign) {
        /** Nothing counted. */
        public static final Counters NONE = new Counters(0, 0, 0, 0, false);
    }

    /** An execution that printed nothing, and in which no plain memory was visible by the plan. */
    public static Execution of(Course course, End end, Seen seen) {
        return new Execution(course, end, seen, Output.NONE, VisibleMemory.NONE);
    }

    /** An execution of which nothing is known, and why. */
    public static Execution lost(String why) {
        return new Execution(
                Course.UNKNOWN,
                End.of(Outcome.LOST),
                Seen.of(List.of(new Note(Note.Kind.RESOURCES, 0, 0, 0, 0, 0, 0, why))),
                new Output(new byte[0], why.getBytes(StandardCharsets.UTF_8)),
                VisibleMemory.NONE);
    }

    /** See {@link Course}. */
    public List<Event> events() {
        return course.events;
    }

    /** See {@link Course}. */
    public List<PendingOperation> pending() {
        return course.pending;
    }

    /** See {@link Course}. */
    public List<ThreadInfo> threads() {
        return course.threads;
    }

    /** See {@link Course}. */
    public ReadyWords words() {
        return course.words;
    }

    /** Whether an access has overlooked stores, as in no sequentially consistent execution: see {@link Event#overlooked}. */
    public boolean hasOverlooked() {
        return events().stream().anyMatch(event -> event.overlooked() > 0);
    }

    /** See {@link Course}. */
    public boolean isCut() {
        return course.isCut;
    }

    /** See {@link End}. */
    public Outcome outcome() {
        return end.outcome;
    }

    /** Whether it was given up because more calls failed than are to. So is every other execution with these events in any order. */
    public boolean isOfTooManyFailures() {
        if (outcome() != Outcome.ASSUMPTION || events().isEmpty()) {
            return false;
        }
        Event last = events().get(events().size() - 1);
        return last.operation().isOfFailure() && last.alternative() > 0;
    }

    /** See {@link End}. */
    public int status() {
        return end.status;
    }

    /** See {@link End}. */
    public int terminator() {
        return end.terminator;
    }

    /** See {@link End}. */
    public Divergence divergence() {
        return end.divergence;
    }

    /** See {@link Seen}. */
    public List<Note> notes() {
        return seen.notes;
    }

    /** See {@link Seen}. */
    public List<Race> races() {
        return seen.races;
    }

    /** See {@link Seen}. */
    public List<CallStack> stacks() {
        return seen.stacks;
    }

    /** See {@link Seen}. */
    public Counters counters() {
        return seen.counters;
    }

    /** See {@link Output}. */
    public byte[] stdout() {
        return output.stdout;
    }

    /** See {@link Output}. */
    public byte[] stderr() {
        return output.stderr;
    }

    /** The longest time limit of a wait that went on while another thread slept for longer, in nanoseconds; 0 if there is none. */
    public long outlastedTimeLimit() {
        long longest = 0;
        for (Note note : notes()) {
            longest = note.kind() == Note.Kind.TIME_LIMIT ? Math.max(longest, note.object()) : longest;
        }
        return longest;
    }

    /** Whether additions that were taken to commute may be all that orders two accesses; what races there are is not told then. */
    public boolean isOrderedByAdditions() {
        return has(Note.Kind.ADDITIONS_ORDER);
    }

    /** Whether something tells threads apart that were taken to be alike; what races there are is not told then. */
    public boolean tellsThreadsApart() {
        return has(Note.Kind.THREADS_DIFFER);
    }

    private boolean has(Note.Kind kind) {
        for (Note note : notes()) {
            if (note.kind() == kind) {
                return true;
            }
        }
        return false;
    }

    /** The first events, as if it had been stopped behind them. */
    public Execution upTo(int count) {
        if (count == events().size()) {
            return this;
        }
        End stopped = new End(Outcome.TOO_LONG, 0, -1, divergence());
        return new Execution(course.upTo(count), stopped, seen, output, visible);
    }

    /** The same without the events from this number on but the last one, as if that had come before them. */
    public Execution withLastAt(int number) {
        Event last = events().get(events().size() - 1);
        Course before = course.upTo(number);
        List<Event> kept = new ArrayList<>(before.events());
        kept.add(last);
        List<PendingOperation> others = before.pending().stream()
                .filter(operation -> operation.thread() != last.thread())
                .toList();
        return with(before.with(List.copyOf(kept), others));
    }

    /** This execution with the outcome {@link Outcome#DIVERGED}. */
    public Execution divergedAt(Divergence where) {
        return with(new End(Outcome.DIVERGED, status(), terminator(), where));
    }

    /** The same with other events. */
    public Execution withEvents(List<Event> others) {
        return with(course.with(others, pending()));
    }

    /** The same with other pending operations. */
    public Execution withPending(List<PendingOperation> others) {
        return with(course.with(events(), others));
    }

    /** The same without its events, for which there is no room. */
    public Execution cut() {
        return with(new Course(List.of(), pending(), threads(), true, course.words));
    }

    /** The same without races. */
    public Execution withoutRaces() {
        return with(seen.with(List.of()));
    }

    /** The same with another course. */
    public Execution with(Course other) {
        return new Execution(other, end, seen, output, visible);
    }

    /**
     * Whether it was ended as a deadlock beneath threads that let time pass for ever: the last thing that the runtime saw is a round of
     * theirs.
     */
    public boolean endsAsTimePasses() {
        return outcome() == Outcome.DEADLOCK
                && notes().stream().anyMatch(note -> note.kind() == Note.Kind.CYCLE && note.step() == events().size());
    }

    /** The same with another end. */
    public Execution with(End other) {
        return new Execution(course, other, seen, output, visible);
    }

    /** The same with other things seen. */
    public Execution with(Seen other) {
        return new Execution(course, end, other, output, visible);
    }
}
