package org.heddle.dpor.analysis.trace;

import java.util.Arrays;
import java.util.List;
import org.heddle.dpor.model.Begin;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.PendingOperation;
import org.heddle.dpor.model.execution.ReadyWords;

/**
 * One maximal trace with a row for each event, followed by a row for each operation that was still pending when the execution
 * ended. Pending operations are no part of the trace, but an order in which they come first may exist, so they take part in
 * race detection ("virtual events"; the lock-failure events of Nidhugg). The object is used again for the next trace.
 */
public final class Trace {
    /** Nobody's row. */
    public static final int NONE = -1;

    private Event[] events = new Event[64];
    private int length;
    private ReadyWords words = ReadyWords.NONE;
    private int shared;
    private int rows;
    private int ending;
    private int threads;

    private int[] thread = new int[64];
    private int[] local = new int[64];
    private int[] previous = new int[64];
    private int[] lastOf = new int[8];
    private int[] countOf = new int[8];
    private int[] section = new int[64];
    private int[] sectionOf = new int[8];
    private boolean hasSections;
    private final VectorClocks clocks = new VectorClocks();
    private final ThreadNumbers numbers = new ThreadNumbers();

    /**
     * Takes in a trace.
     *
     * @param executed an array whose first {@code length} elements are the trace
     * @param end what else is known of it
     */
    public void load(Event[] executed, int length, TraceEnd end) {
        List<PendingOperation> pending = end.pending();
        int terminator = end.terminator();
        words = end.words();
        shared = 0;
        while (shared < Math.min(length, this.length) && events[shared].equals(executed[shared])) {
            shared++;
        }
        this.length = length;
        rows = length + pending.size();
        int lastEnding = ending;
        if (thread.length < rows) {
            int capacity = Math.max(rows, 2 * thread.length);
            events = new Event[capacity];
            thread = new int[capacity];
            local = new int[capacity];
            previous = new int[capacity];
            section = new int[capacity];
        }
        System.arraycopy(executed, 0, events, 0, length);
        for (int k = 0; k < pending.size(); k++) {
            PendingOperation operation = pending.get(k);
            events[length + k] =
                    new Event(operation.thread(), operation.operation(), Event.NO_ALTERNATIVE, 0, operation.value());
        }
        numberThreads();
        findSections();
        ending = NONE;
        for (int k = length - 1; k >= 0 && ending == NONE && terminator >= 0; k--) {
            ending = events[k].thread() == terminator ? k : NONE;
        }
        shared = Math.min(shared, Math.min(lastEnding == NONE ? shared : lastEnding, ending == NONE ? shared : ending));
    }

    /** The first row of what is explored: see {@link Begin}. */
    public int begin() {
        return Begin.of(events, length);
    }

    private void numberThreads() {
        numbers.reset();
        for (int k = 0; k < rows; k++) {
            thread[k] = numbers.of(events[k].thread());
        }
        threads = numbers.count();
        if (lastOf.length < threads) {
            lastOf = new int[2 * threads];
            countOf = new int[2 * threads];
        }
        Arrays.fill(lastOf, 0, threads, NONE);
        Arrays.fill(countOf, 0, threads, 0);
        for (int k = 0; k < rows; k++) {
            int t = thread[k];
            previous[k] = lastOf[t];
            local[k] = countOf[t]++;
            lastOf[t] = k;
        }
        if (!clocks.reset(rows, threads)) {
            shared = 0;
        }
    }

    private void findSections() {
        hasSections = false;
        for (int row = 0; row < rows && !hasSections; row++) {
            hasSections = events[row].operation().kind() == OperationKind.SECTION_BEGIN;
        }
        if (!hasSections) {
            return;
        }
        sectionOf = sectionOf.length < threads ? new int[threads] : sectionOf;
        Arrays.fill(sectionOf, 0, threads, NONE);
        for (int row = 0; row < rows; row++) {
            OperationKind kind = events[row].operation().kind();
            section[row] = sectionOf[thread[row]];
            if (kind == OperationKind.SECTION_BEGIN && !isPending(row)) {
                sectionOf[thread[row]] = row;
            } else if (kind == OperationKind.SECTION_END) {
                sectionOf[thread[row]] = NONE;
            }
        }
    }

    /** Whether the row is in an atomic section that begins before it, so that nothing but its thread can run there. */
    public boolean isInside(int row) {
        return hasSections && section[row] != NONE;
    }

    /** Where the step begins that the row is part of: its atomic section, or the row itself. */
    public int step(int row) {
        return isInside(row) ? section[row] : row;
    }

    /** What the events' names for words of readiness stand for. */
    public ReadyWords words() {
        return words;
    }

    /** How many events were executed. */
    public int length() {
        return length;
    }

    /**
     * How many of its first events are those of the trace before, with the clocks that they had there: none of them ends the
     * process in either.
     */
    public int shared() {
        return shared;
    }

    /** How many rows there are, pending operations included. */
    public int rows() {
        return rows;
    }

    /** How many threads have rows. */
    public int threads() {
        return threads;
    }

    /** The event of a row, or what is known of it if it is pending. */
    public Event event(int row) {
        return events[row];
    }

    /** The row's thread as a small number. */
    public int thread(int row) {
        return thread[row];
    }

    /** The small number of each row's thread. The array is the trace's own: whoever asks only reads it. */
    public int[] threadOfRows() {
        return thread;
    }

    /** The small number of a thread, or {@link #NONE} if it did nothing. */
    public int number(int threadId) {
        return numbers.find(threadId);
    }

    /** The id of the thread with this small number. */
    public int idOf(int number) {
        return numbers.id(number);
    }

    /** The row before this one in program order, or {@link #NONE}. */
    public int previous(int row) {
        return previous[row];
    }

    /** Whether the row is a pending operation rather than an event. */
    public boolean isPending(int row) {
        return row >= length;
    }

    /** The event that is one with the crash of the process, or {@link #NONE}. */
    public int ending() {
        return ending;
    }

    /** The clock of each row. */
    public VectorClocks clocks() {
        return clocks;
    }

    /** Starts the row's clock with what happens before it in program order. */
    public void beginClock(int row) {
        clocks.begin(row, previous[row]);
    }

    /** Completes the row's clock. */
    public void endClock(int row) {
        clocks.set(row, thread[row], local[row] + 1);
    }

    /** Whether {@code a} happens before {@code b}, or is {@code b}; {@code b}'s clock may be as yet begun only. */
    public boolean happensBefore(int a, int b) {
        return clocks.get(b, thread[a]) > local[a];
    }

    /** Whether {@code a} happens before the event that comes before {@code b} in program order. */
    public boolean happensBeforePrevious(int a, int b) {
        return previous[b] != NONE && happensBefore(a, previous[b]);
    }
}
