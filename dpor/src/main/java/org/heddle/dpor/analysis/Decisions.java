package org.heddle.dpor.analysis;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import org.heddle.dpor.analysis.trace.History;
import org.heddle.dpor.analysis.trace.Trace;
import org.heddle.dpor.analysis.trace.TraceEnd;
import org.heddle.dpor.analysis.trace.Uses;
import org.heddle.dpor.model.AccessKind;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.Execution;

/**
 * What could have been decided at each depth of a trace: which threads had something pending, which of them could run, and what
 * they conflict with. A row is an event of the trace or, behind the last one, an operation that is still pending at the end. Threads
 * go by small numbers that hold for one trace only. Depth d is the point before the event in row d. The object is used again for
 * the next trace.
 */
public final class Decisions {
    private static final int MOST_REMEMBERED = 1 << 28; // 32 MiB each for what is known, and what the answer is

    /** Nobody's row. */
    public static final int NONE = Trace.NONE;

    private final Dependence dependence;
    private final RaceDetection races;
    private final Trace trace;
    private final Uses uses;
    private final Prediction prediction;

    /** The rows of each thread in order, one thread's behind the other's. */
    private int[] rowsOf = new int[64];

    private int[] startOf = new int[8];
    private boolean racesFound;

    /** What is known of who can run: for each depth and thread, whether it was worked out, and the answer. */
    private final BitSet workedOut = new BitSet();

    private final BitSet runnable = new BitSet();

    /** Decisions under this dependence relation. */
    public Decisions(Dependence dependence) {
        this.dependence = dependence;
        races = new RaceDetection(dependence);
        trace = races.trace;
        uses = races.uses;
        prediction = new Prediction(races);
    }

    /** Gives analyses up with {@link OutOfTime} once this is so. */
    public void stopWhen(BooleanSupplier isOver) {
        races.stopWhen(isOver);
    }

    /** Gives up if the time is up; see {@link RaceDetection#checkTime}. */
    public void checkTime(int work) {
        races.checkTime(work);
    }

    /** Whether some event of the trace is a timeout that came as the last resort. */
    public boolean hasTimeouts() {
        for (int row = 0; row < trace.length(); row++) {
            if (trace.event(row).isTimeout()) {
                return true;
            }
        }
        return false;
    }

    /** Takes in a trace. */
    public void load(Event[] events, Execution execution) {
        load(events, TraceEnd.of(execution));
    }

    /** The first depth of what is explored: see {@link org.heddle.dpor.model.Begin}. */
    public int begin() {
        return trace.begin();
    }

    /** Takes in a trace that need not be maximal. */
    public void load(Event[] events, TraceEnd end) {
        races.order(events, events.length, end);
        racesFound = false;
        workedOut.clear();
        int threads = trace.threads();
        rowsOf = rowsOf.length < trace.rows() ? new int[2 * trace.rows()] : rowsOf;
        startOf = new int[threads + 2];
        for (int row = 0; row < trace.rows(); row++) {
            startOf[trace.thread(row) + 2]++;
        }
        for (int thread = 0; thread < threads; thread++) {
            startOf[thread + 2] += startOf[thread + 1];
        }
        for (int row = 0; row < trace.rows(); row++) {
            rowsOf[startOf[trace.thread(row) + 1]++] = row;
        }
    }

    /** How many events were executed. */
    public int length() {
        return trace.length();
    }

    /** How many rows there are. */
    public int rows() {
        return trace.rows();
    }

    /** How many threads there are. */
    public int threads() {
        return trace.threads();
    }

    /** The row's event, or what is known of it if it is pending. */
    public Event event(int row) {
        return trace.event(row);
    }

    /** The row's thread. */
    public int thread(int row) {
        return trace.thread(row);
    }

    /** The id of the thread with this number. */
    public int id(int thread) {
        return trace.idOf(thread);
    }

    /** The row before this one in program order, or {@link #NONE}. */
    public int previous(int row) {
        return trace.previous(row);
    }

    /** Whether {@code a} happens before {@code b} or is {@code b}. */
    public boolean happensBefore(int a, int b) {
        return trace.happensBefore(a, b);
    }

    /** Whether {@code a} happens before the event that comes before {@code b} in program order. */
    public boolean happensBeforePrevious(int a, int b) {
        return trace.happensBeforePrevious(a, b);
    }

    /** The row of what the thread has pending at this depth, or {@link #NONE} if it has finished. */
    public int next(int thread, int depth) {
        int from = startOf[thread];
        int to = startOf[thread + 1];
        int at = Arrays.binarySearch(rowsOf, from, to, depth);
        int found = at >= 0 ? at : -at - 1;
        return found < to ? rowsOf[found] : NONE;
    }

    /** Whether the operation in this row, which its thread has pending at this depth, can run there. */
    public boolean isEnabled(int row, int depth) {
        return races.enabledness.enabledAt(row, depth);
    }

    /** Whether the thread can run at this depth. */
    public boolean canRun(int thread, int depth) {
        long key = (long) depth * trace.threads() + thread;
        if (key >= MOST_REMEMBERED) {
            return isNextEnabled(thread, depth);
        }
        if (!workedOut.get((int) key)) {
            workedOut.set((int) key);
            runnable.set((int) key, isNextEnabled(thread, depth));
        }
        return runnable.get((int) key);
    }

    private boolean isNextEnabled(int thread, int depth) {
        int row = next(thread, depth);
        return row != NONE && isEnabled(row, depth);
    }

    /** Whether the thread can run at this depth and does not offer to let others run. */
    public boolean wantsToRun(int thread, int depth) {
        int row = next(thread, depth);
        return row != NONE && !trace.event(row).operation().kind().yields() && isEnabled(row, depth);
    }

    /** The events that the thread's pending operation, which can run, may become at this depth: one for each alternative. */
    public List<Event> alternatives(int thread, int depth) {
        return prediction.alternativesAt(next(thread, depth), depth);
    }

    /** How many races there are: pairs of dependent events of which the second could have come first. */
    public int raceCount() {
        if (!racesFound) { // most questions are not about races
            races.findBlockingRaces();
            racesFound = true;
        }
        return races.raceCount();
    }

    /** The row of the earlier event of a race. */
    public int raceFirst(int race) {
        return races.first(race);
    }

    /** The row of the later event of a race. */
    public int raceSecond(int race) {
        return races.second(race);
    }

    /**
     * Visits the earlier events of other threads that the row's operation may conflict with, whatever it would return there; latest
     * first on each object that it uses. A release counts among the conflicts of an acquire, although the two are never enabled
     * together: a thread that runs up to the acquire while the mutex is held can be switched away from for free.
     *
     * @param visitor returns whether to go on with the object at hand
     */
    public void conflictsBefore(int row, IntPredicate visitor) {
        Event event = trace.event(row);
        int end = races.ordering.processEnd();
        if (event.operation().isLateExit()) {
            return; // where others could go on it could not; and of two such exits, which one it is makes no difference
        }
        if (row == end || event.operation().kind() == OperationKind.SECTION_BEGIN) {
            boolean going = true;
            for (int other = Math.min(row, trace.length()) - 1; other >= 0 && going; other--) {
                boolean conflicts = row == end
                        || other == end
                        || dependence.meetsSections(trace.event(other).operation());
                going = trace.thread(other) == trace.thread(row) || !conflicts || visitor.test(trace.step(other));
            }
            return;
        }
        boolean goOn = end == NONE
                || end > row
                || isLateExit(end) // where nobody else could go on
                || trace.thread(end) == trace.thread(row)
                || visitor.test(trace.step(end));
        if (!goOn) {
            return;
        }
        sectionsBefore(row, visitor);
        AccessKind kind = dependence.strongest(event);
        for (int object : uses.first(row)) {
            conflictsBefore(row, uses.history(object, event), kind, visitor);
        }
        if (uses.second(row) != NONE) {
            conflictsBefore(row, uses.secondHistory(row, event), dependence.second(event), visitor);
        }
    }

    private boolean isLateExit(int row) {
        return row != NONE && trace.event(row).operation().isLateExit();
    }

    private void sectionsBefore(int row, IntPredicate visitor) {
        int section = dependence.meetsSections(trace.event(row).operation()) ? races.ordering.lastSection() : NONE;
        boolean going = true;
        while (section != NONE && going) {
            boolean isEarlier = section < row && trace.thread(section) != trace.thread(row);
            going = !isEarlier || visitor.test(section);
            section = races.ordering.sectionBefore(section);
        }
    }

    /** Whether two rows of different threads conflict with the results that they have in this trace. */
    public boolean conflict(int a, int b) {
        int end = races.ordering.processEnd();
        boolean guessed = trace.isPending(a) || trace.isPending(b);
        return guessed || a == end || b == end || dependence.dependent(trace.event(a), trace.event(b));
    }

    private void conflictsBefore(int row, History history, AccessKind kind, IntPredicate visitor) {
        for (int n = history.position(row) - 1; n >= 0; n--) {
            int other = history.row(n);
            AccessKind used = history.kind(n);
            AccessKind strongest = used == AccessKind.READ ? dependence.strongest(trace.event(other)) : used;
            boolean conflicts = trace.thread(other) != trace.thread(row) && dependence.conflict(strongest, kind);
            if (conflicts && !visitor.test(trace.step(other))) {
                return;
            }
        }
    }
}
