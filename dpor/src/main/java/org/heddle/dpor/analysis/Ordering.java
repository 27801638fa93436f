package org.heddle.dpor.analysis;

import java.util.Arrays;
import org.heddle.dpor.analysis.trace.History;
import org.heddle.dpor.analysis.trace.Trace;
import org.heddle.dpor.analysis.trace.Uses;
import org.heddle.dpor.model.AccessKind;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;

/**
 * The orders of a trace that no object carries: a thread's creation before its start, its exit before the join, the signal
 * before the wake-up it caused, the post before the wait that takes it, and the end of the process after everything. Follows the
 * trace event by event.
 */
final class Ordering {
    private final Dependence dependence;
    private final Trace trace;
    private final Uses uses;

    private int[] lastOf = new int[8];
    private int[] firstOf = new int[8]; // operation behind its begin
    private int[] createdAt = new int[8];
    private int[] exitedAt = new int[8];
    private int[] processOf = new int[8]; // the thread that it has begun with
    private int[] wokenBy = new int[8];
    private int[] waitsOn = new int[8];
    private int[] waker = new int[64];
    private int processEnd;
    private int lastTimeout;
    private int lastSection;
    private int[] sectionBefore = new int[64];
    private int[] lastForSections = new int[8];

    Ordering(Dependence dependence, Trace trace, Uses uses) {
        this.dependence = dependence;
        this.trace = trace;
        this.uses = uses;
    }

    /** Starts on the trace that has been loaded. */
    void reset() {
        int threads = trace.threads();
        if (lastOf.length < threads) {
            lastOf = new int[2 * threads];
            lastForSections = new int[2 * threads];
            firstOf = new int[2 * threads];
            createdAt = new int[2 * threads];
            exitedAt = new int[2 * threads];
            processOf = new int[2 * threads];
            wokenBy = new int[2 * threads];
            waitsOn = new int[2 * threads];
        }
        if (waker.length < trace.rows()) {
            waker = Arrays.copyOf(waker, Math.max(trace.rows(), 2 * waker.length));
            sectionBefore = new int[waker.length];
        }
        Arrays.fill(lastOf, 0, threads, Trace.NONE);
        Arrays.fill(lastForSections, 0, threads, Trace.NONE);
        Arrays.fill(firstOf, 0, threads, Trace.NONE);
        Arrays.fill(createdAt, 0, threads, Trace.NONE);
        Arrays.fill(exitedAt, 0, threads, Trace.NONE);
        Arrays.fill(processOf, 0, threads, 0);
        Arrays.fill(wokenBy, 0, threads, Trace.NONE);
        Arrays.fill(waitsOn, 0, threads, Trace.NONE);
        processEnd = Trace.NONE;
        lastTimeout = Trace.NONE;
        lastSection = Trace.NONE;
    }

    /** Whether the row ends the process. */
    boolean endsProcess(int row) {
        return trace.event(row).operation().kind() == OperationKind.PROCESS_EXIT || row == trace.ending();
    }

    /** The row that ended the process so far, or {@link Trace#NONE}. */
    int processEnd() {
        return processEnd;
    }

    /** The row where the last atomic section so far begins, or {@link Trace#NONE}. */
    int lastSection() {
        return lastSection;
    }

    /** The section before the one that begins in this row. */
    int sectionBefore(int section) {
        return sectionBefore[section];
    }

    /** The last event so far of a thread that is dependent with atomic sections of others. */
    int lastForSections(int thread) {
        return lastForSections[thread];
    }

    /** Whether the whole generation of the BARRIER_LEAVE in this row has arrived after a part of the trace. */
    boolean arrived(int row, Enabledness.Part part) {
        Event event = trace.event(row);
        long generation = generation(row);
        History history = uses.firstHistory(row, event);
        int arrivals = 0;
        boolean isEarly = event.result() == OperationKind.INTERRUPTED; // nobody else leaves before all have arrived
        for (int n = isEarly ? history.count() - 1 : history.position(row) - 1; n >= 0; n--) {
            int k = history.row(n);
            boolean arrives = trace.event(k).operation().kind() == OperationKind.BARRIER_ARRIVE;
            if (arrives && trace.event(k).result() < generation) {
                break;
            }
            if (arrives && trace.event(k).result() == generation && part.contains(k)) {
                arrivals++;
            }
        }
        return arrivals == event.operation().barrierCount();
    }

    /** The last event so far of a thread. */
    int lastOf(int thread) {
        return lastOf[thread];
    }

    /** The signal or broadcast that woke the wake-up in this row, or {@link Trace#NONE} if there was none. */
    int waker(int row) {
        return waker[row];
    }

    /** The creation of the row's thread, or {@link Trace#NONE} if it was there from the start. */
    int creation(int row) {
        return createdAt[trace.thread(row)];
    }

    /** Whether nobody that is like the thread, which begins in this row, has to begin before, after a part of the trace. */
    boolean mayBegin(int row, Enabledness.Part part) {
        boolean waits = trace.event(row).operation().beginsAfter() >= 0;
        return !waits || (beginOfAlike(row) != Trace.NONE && part.contains(beginOfAlike(row)));
    }

    /** The first operation of the thread that comes before the one that begins in this row, or {@link Trace#NONE}. */
    private int beginOfAlike(int row) {
        int before = trace.event(row).operation().beginsAfter();
        int thread = before < 0 ? Trace.NONE : trace.number(before);
        return thread == Trace.NONE ? Trace.NONE : firstOf[thread];
    }

    /** The exit of the thread that the row's operation joins, or {@link Trace#NONE}. */
    int exitOfJoined(int row) {
        int target = trace.number((int) trace.event(row).operation().object());
        return target == Trace.NONE ? Trace.NONE : exitedAt[target];
    }

    /** Whether the row, which waits for others to exit, waits for this thread. */
    private boolean isAwaited(int thread, int row) {
        boolean ofOneProcess = trace.event(row).operation().object() != 0;
        return thread != trace.thread(row) && (!ofOneProcess || processOf[thread] == processOf[trace.thread(row)]);
    }

    /** Whether every thread that exists after a part of the trace, and that the row waits for, has exited by then. */
    boolean allOthersExited(int row, Enabledness.Part part) {
        for (int thread = 0; thread < trace.threads(); thread++) {
            boolean exists = createdAt[thread] == Trace.NONE
                    || (part.contains(createdAt[thread])
                            && !trace.event(createdAt[thread]).operation().isOwnThread());
            boolean exited = exitedAt[thread] != Trace.NONE && part.contains(exitedAt[thread]);
            if (isAwaited(thread, row) && exists && !exited) {
                return false;
            }
        }
        return true;
    }

    /** Whether this thread waits on this condition variable and has not been woken. */
    boolean waits(int thread, int condition) {
        return waitsOn[thread] == condition;
    }

    /** Joins the clocks of what precedes the row by these orders. */
    void join(int row) {
        int before = Trace.NONE;
        switch (trace.event(row).operation().kind()) {
            case THREAD_START -> {
                before = creation(row);
                joinIfAny(row, beginOfAlike(row));
            }
            case THREAD_JOIN -> before = exitOfJoined(row);
            case COND_WAKE -> {
                before = wokenBy[trace.thread(row)];
                waker[row] = before;
            }
            case THREAD_JOIN_ALL -> joinExits(row);
            case BARRIER_LEAVE -> joinArrivals(row);
            case SEM_WAIT -> before = post(row);
            default -> {}
        }
        if (trace.event(row).isTimeout()) {
            for (int thread = 0; thread < trace.threads(); thread++) {
                joinIfAny(row, lastOf[thread]);
            }
        }
        joinIfAny(row, lastTimeout);
        joinIfAny(row, before);
    }

    private void joinIfAny(int row, int before) {
        if (before != Trace.NONE) {
            trace.clocks().join(row, before);
        }
    }

    /** The generation in which the thread arrived that leaves a barrier in this row. */
    private long generation(int row) {
        int arrival = trace.previous(row);
        while (trace.event(arrival).operation().kind() != OperationKind.BARRIER_ARRIVE) {
            arrival = trace.previous(arrival); // it has been interrupted
        }
        return trace.event(arrival).result();
    }

    private void joinArrivals(int row) {
        if (trace.event(row).result() == OperationKind.INTERRUPTED) {
            return;
        }
        long generation = generation(row);
        History history = uses.firstHistory(row, trace.event(row));
        for (int n = history.count() - 1; n >= 0; n--) {
            Event event = trace.event(history.row(n));
            if (event.operation().kind() == OperationKind.BARRIER_ARRIVE) {
                if (event.result() < generation) {
                    return;
                }
                if (event.result() == generation) {
                    trace.clocks().join(row, history.row(n));
                }
            }
        }
    }

    /**
     * Where waits take in turn, the post of which the wait in this row takes what was posted. {@link Trace#NONE} where that was there
     * from the start, is still to come, or is before something that is ordered with all posts and waits.
     */
    private int post(int row) {
        Event event = trace.event(row);
        if (dependence.first(event) != AccessKind.TAKE) {
            return Trace.NONE;
        }
        History history = uses.firstHistory(row, event);
        long left = history.state();
        for (int n = history.count() - 1; n >= 0 && history.kind(n) != AccessKind.WRITE; n--) {
            if (history.kind(n) == AccessKind.NOTIFY && --left == 0) {
                return history.row(n);
            }
        }
        return Trace.NONE;
    }

    private void joinExits(int row) {
        for (int thread = 0; thread < trace.threads(); thread++) {
            if (exitedAt[thread] != Trace.NONE && isAwaited(thread, row)) {
                trace.clocks().join(row, exitedAt[thread]);
            }
        }
    }

    /** Takes note of an executed event. */
    void remember(int row) {
        Event event = trace.event(row);
        Operation operation = event.operation();
        int thread = trace.thread(row);
        if (lastOf[thread] != Trace.NONE && firstOf[thread] == Trace.NONE) {
            firstOf[thread] = row;
        }
        lastOf[thread] = row;
        if (endsProcess(row)) {
            processEnd = row;
        }
        if (event.isTimeout()) {
            lastTimeout = row;
        }
        if (dependence.meetsSections(operation)) {
            lastForSections[thread] = row;
        }
        switch (operation.kind()) {
            case SECTION_BEGIN -> {
                sectionBefore[row] = lastSection;
                lastSection = row;
            }
            case COND_WAKE -> waitsOn[thread] = Trace.NONE;
            case THREAD_CREATE -> create(row, thread, operation);
            case THREAD_EXIT -> exitedAt[thread] = row;
            case COND_WAIT -> {
                waitsOn[thread] = uses.first(row)[0];
                wokenBy[thread] = Trace.NONE;
            }
            case COND_SIGNAL -> wake(event.alternative(), row);
            case COND_BROADCAST -> wakeAll(uses.first(row)[0], row);
            default -> {}
        }
    }

    private void create(int row, int creator, Operation operation) {
        int thread = trace.number((int) operation.object());
        if (thread != Trace.NONE) {
            createdAt[thread] = row;
            processOf[thread] = operation.forks() ? thread : processOf[creator];
        }
    }

    private void wake(int threadId, int row) {
        int thread = trace.number(threadId);
        if (thread != Trace.NONE && waitsOn[thread] == uses.first(row)[0]) {
            wokenBy[thread] = row;
            waitsOn[thread] = Trace.NONE;
        }
    }

    private void wakeAll(int condition, int row) {
        for (int thread = 0; thread < trace.threads(); thread++) {
            if (waitsOn[thread] == condition) {
                wokenBy[thread] = row;
                waitsOn[thread] = Trace.NONE;
            }
        }
    }
}
