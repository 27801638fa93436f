package org.heddle.dpor.analysis;

import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.heddle.dpor.analysis.trace.History;
import org.heddle.dpor.analysis.trace.StateModel;
import org.heddle.dpor.analysis.trace.Touches;
import org.heddle.dpor.analysis.trace.Trace;
import org.heddle.dpor.analysis.trace.TraceEnd;
import org.heddle.dpor.analysis.trace.Uses;
import org.heddle.dpor.model.AccessKind;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.OperationKind;

/**
 * Finds the happens-before order and the reversible races of a trace: the pairs (e, e') of dependent events of two threads
 * with nothing between them in happens-before, such that e' can run before e (Abdulla et al., JACM 2017, Definition 3.3). For an
 * operation that can block, e is one of the latest dependent events before which e' is enabled, so that two acquires of a mutex
 * race although a release stands between them. Where e is in an atomic section, e' runs before the section.
 *
 * <p>One pass over the trace, which looks at the recent accesses of each object only, then one look backwards for each blocking
 * operation. What the trace shares with the one before it has the same clocks, and the same races of operations that cannot block.
 */
public final class RaceDetection {
    private final Dependence dependence;
    final Trace trace = new Trace();
    final Uses uses = new Uses();
    final Ordering ordering;
    final Enabledness enabledness;

    /** Looks at events between two looks at the clock: well under a millisecond. */
    private static final int STEPS = 2048;

    private static final int ROW = 8;
    private static final int BLOCKING_ROW = 32;

    private BooleanSupplier isOver = () -> false;
    private int steps;

    private int[] conflicts = new int[16];
    private int conflictCount;
    private final Latest latest = new Latest(this);
    private int[] raceFirst = new int[64];
    private int[] raceSecond = new int[64];
    private int raceCount;
    private int[] racesBefore = new int[64]; // for each row, of those of operations that cannot block
    private int visited; // rows of the trace whose clocks are known
    private boolean valuesContradict;
    private final Alternatives alternatives;

    /** Race detection under this dependence relation. */
    public RaceDetection(Dependence dependence) {
        this.dependence = dependence;
        ordering = new Ordering(dependence, trace, uses);
        enabledness = new Enabledness(trace, uses, ordering);
        alternatives = new Alternatives(trace, uses, ordering);
    }

    /** Finds the order and the races of a trace; see {@link Trace#load} for the parameters. */
    public void analyse(Event[] executed, int length, TraceEnd end) {
        order(executed, length, end);
        findBlockingRaces();
    }

    /** Finds the order of a trace, and of its races those of operations that cannot block; see {@link Trace#load}. */
    public void order(Event[] executed, int length, TraceEnd end) {
        trace.load(executed, length, end);
        int known = Math.min(visited, trace.shared());
        visited = 0;
        uses.load(trace);
        ordering.reset();
        if (racesBefore.length <= trace.rows()) {
            racesBefore = Arrays.copyOf(racesBefore, Math.max(trace.rows() + 1, 2 * racesBefore.length));
        }
        raceCount = known == 0 ? 0 : racesBefore[known];
        alternatives.forgetFrom(known);
        valuesContradict = false;
        for (int row = 0; row < known; row++) {
            checkTime(1);
            remember(row, trace.event(row), dependence.first(trace.event(row)));
        }
        for (int row = known; row < trace.rows(); row++) {
            checkTime(ROW);
            racesBefore[row] = raceCount;
            visit(row);
        }
        racesBefore[trace.rows()] = raceCount;
        visited = trace.length();
    }

    /** Finds the races of operations that can block, once the order is known. */
    void findBlockingRaces() {
        for (int row = 0; row < trace.rows(); row++) {
            if (trace.event(row).canBlock()) {
                checkTime(BLOCKING_ROW);
                addBlockingRaces(row);
            }
        }
    }

    /** Gives analyses up with {@link OutOfTime} once this is so. */
    public void stopWhen(BooleanSupplier over) {
        isOver = over;
    }

    /**
     * Looks at the clock now and then, which costs more than many rows.
     *
     * @param work how many events are looked at next, about
     * @throws OutOfTime once the time is over
     */
    public void checkTime(int work) {
        steps += work;
        if (steps >= STEPS) {
            steps = 0;
            if (isOver.getAsBoolean()) {
                throw new OutOfTime();
            }
        }
    }

    /** How many races there are. */
    public int raceCount() {
        return raceCount;
    }

    /** The row of e in the n-th race (e, e'). */
    public int first(int race) {
        return raceFirst[race];
    }

    /** The row of e' in the n-th race (e, e'). */
    public int second(int race) {
        return raceSecond[race];
    }

    /** Events that could have been executed instead of events of the trace, by the same threads. */
    public Alternatives alternatives() {
        return alternatives;
    }

    /** The trace. */
    public Trace trace() {
        return trace;
    }

    /** The readers to leave out of V(i) so that the writer in {@code row} is enabled; null if there are none. */
    public int[] readersToDrop(int row, int i) {
        return enabledness.readersToDrop(row, i);
    }

    /** Whether memory has changed between two accesses, so that the values of the trace cannot be relied on. */
    boolean valuesContradict() {
        return valuesContradict;
    }

    private void visit(int row) {
        Event event = trace.event(row);
        AccessKind kind = dependence.first(event);
        trace.beginClock(row);
        gatherConflicts(row, event, kind);
        if (event.operation().isLateExit()) {
            addRaceOfLateExit(row);
        } else if (!event.canBlock()) {
            addRaces(row);
        }
        for (int c = conflictCount - 1; c >= 0; c--) { // from the last on: most that come earlier are known then
            if (!trace.happensBefore(conflicts[c], row)) {
                trace.clocks().join(row, conflicts[c]);
            }
        }
        ordering.join(row);
        trace.endClock(row);
        if (!trace.isPending(row)) {
            alternatives.addOf(row);
            remember(row, event, kind);
        }
    }

    /** The events that {@code row} is dependent with, as far as they are not ordered through others of them. */
    private void gatherConflicts(int row, Event event, AccessKind kind) {
        conflictCount = 0;
        if (ordering.endsProcess(row)) {
            for (int t = 0; t < trace.threads(); t++) {
                addConflict(row, ordering.lastOf(t));
            }
            return;
        }
        addConflict(row, earlyEnd());
        if (event.operation().kind() == OperationKind.SECTION_BEGIN) {
            for (int t = 0; t < trace.threads(); t++) {
                addConflict(row, ordering.lastForSections(t));
            }
            return;
        }
        if (dependence.meetsSections(event.operation())) {
            addConflict(row, ordering.lastSection());
        }
        for (int object : uses.first(row)) {
            gatherConflicts(row, uses.history(object, event), kind);
        }
        if (uses.second(row) != Trace.NONE) {
            gatherConflicts(row, uses.secondHistory(row, event), dependence.second(event));
        }
        for (Touches.Touched touched : uses.touches().of(row)) {
            for (int piece : touched.pieces()) {
                gatherConflicts(row, uses.touches().history(piece), touched.kind());
            }
        }
    }

    private void gatherConflicts(int row, History history, AccessKind kind) {
        for (int r = 0; r < history.recentCount(); r++) {
            if (dependence.conflict(history.recentKind(r), kind)) {
                addConflict(row, history.recent(r));
            }
        }
    }

    private void addConflict(int row, int other) {
        if (other == Trace.NONE || trace.thread(other) == trace.thread(row)) {
            return;
        }
        if (conflictCount == conflicts.length) {
            conflicts = Arrays.copyOf(conflicts, 2 * conflictCount);
        }
        conflicts[conflictCount++] = other;
    }

    /** The races of an operation that cannot block: the latest conflicts in happens-before. */
    private void addRaces(int row) {
        latest.find(conflicts, conflictCount);
        for (int n = 0; n < latest.count(); n++) {
            int candidate = trace.step(conflicts[latest.get(n)]);
            if (!trace.happensBefore(candidate, row)) {
                addRace(candidate, row);
            }
        }
    }

    /** The row of an exit that others might have come before; where a late one ends the process, they do nothing else but what they did. */
    private int earlyEnd() {
        int end = ordering.processEnd();
        return end == Trace.NONE || trace.event(end).operation().isLateExit() ? Trace.NONE : end;
    }

    /** A late exit is enabled where nobody else goes on, so that it competes with its like only. */
    private void addRaceOfLateExit(int row) {
        int end = ordering.processEnd();
        if (end != Trace.NONE && enabledness.enabledBefore(row, end)) {
            addRace(end, row);
        }
    }

    private void addRace(int first, int second) {
        if (raceCount == raceFirst.length) {
            raceFirst = Arrays.copyOf(raceFirst, 2 * raceCount);
            raceSecond = Arrays.copyOf(raceSecond, 2 * raceCount);
        }
        raceFirst[raceCount] = first;
        raceSecond[raceCount++] = second;
    }

    private void remember(int row, Event event, AccessKind kind) {
        int[] objects = uses.first(row);
        StateModel model = Uses.model(event);
        for (int object : objects) {
            History history = uses.history(object, event);
            valuesContradict |= objects.length == 1 && MemoryValues.contradict(history.state(), event);
            long unclear = kind == AccessKind.READ ? history.state() : StateModel.UNKNOWN;
            long state = objects.length == 1 ? model.after(history.state(), event, trace.words()) : unclear;
            history.add(row, kind, state, trace.threadOfRows());
        }
        if (uses.second(row) != Trace.NONE) {
            History history = uses.secondHistory(row, event);
            long state = Uses.secondModel(event).after(history.state(), event, trace.words());
            history.add(row, dependence.second(event), state, trace.threadOfRows());
        }
        for (Touches.Touched touched : uses.touches().of(row)) {
            for (int piece : touched.pieces()) {
                uses.touches().history(piece).add(row, touched.kind(), StateModel.UNKNOWN, trace.threadOfRows());
            }
        }
        ordering.remember(row);
    }

    /** The races of an operation that can block: the latest conflicts before which it is enabled. */
    private void addBlockingRaces(int row) {
        int from = raceCount;
        int end = earlyEnd();
        if (end != Trace.NONE && end < row && isCandidate(end, row, from)) {
            addRace(trace.step(end), row);
            return;
        }
        Event event = trace.event(row);
        boolean sleeps = event.operation().kind() == OperationKind.COND_WAKE && ordering.waker(row) == Trace.NONE;
        if (sleeps && !enabledness.mayTimeOut(row)) {
            return;
        }
        if (ordering.endsProcess(row)) {
            addRacesOfEnd(row);
            return;
        }
        int section = latestSection(row);
        AccessKind kind = dependence.first(event);
        for (int object : uses.first(row)) {
            addBlockingRaces(row, uses.history(object, event), kind, from, section);
        }
        if (uses.second(row) != Trace.NONE) {
            addBlockingRaces(row, uses.secondHistory(row, event), dependence.second(event), from, section);
        }
        if (section != Trace.NONE && isCandidate(section, row, from)) {
            addRace(section, row);
        }
    }

    /** The latest atomic section before which the row's operation, which may block, is enabled, or {@link Trace#NONE}. */
    private int latestSection(int row) {
        if (!dependence.meetsSections(trace.event(row).operation()) || trace.isInside(row)) {
            return Trace.NONE;
        }
        int section = ordering.lastSection();
        while (section != Trace.NONE && (section > row || !isCandidate(section, row, raceCount))) {
            section = ordering.sectionBefore(section);
        }
        return section;
    }

    private void addBlockingRaces(int row, History history, AccessKind kind, int from, int section) {
        if (kind == AccessKind.WAKE && !history.written()) {
            return;
        }
        for (int n = history.position(row) - 1; n >= 0; n--) {
            int other = history.row(n);
            AccessKind otherKind = history.kind(n);
            boolean isCovered = section != Trace.NONE && trace.happensBefore(trace.step(other), section);
            boolean found = dependence.conflict(otherKind, kind) && !isCovered && isCandidate(other, row, from);
            if (found) {
                addRace(trace.step(other), row);
            }
            boolean isOrderedWithAll = otherKind == AccessKind.WRITE || (otherKind == kind && kind == AccessKind.TAKE);
            boolean covers = isOrderedWithAll
                    && (found || trace.thread(other) == trace.thread(row) || trace.happensBeforePrevious(other, row));
            if (covers) {
                return;
            }
        }
    }

    /** The process's end is dependent with everything: look back through each thread. */
    private void addRacesOfEnd(int row) {
        int from = raceCount;
        for (int t = 0; t < trace.threads(); t++) {
            int other = ordering.lastOf(t);
            while (other != Trace.NONE && other != row && !trace.happensBeforePrevious(other, row)) {
                if (isCandidate(other, row, from)) {
                    addRace(trace.step(other), row);
                    break;
                }
                other = trace.previous(other);
            }
        }
    }

    private boolean isCandidate(int other, int row, int from) {
        int step = trace.step(other);
        if (trace.thread(other) == trace.thread(row) || trace.happensBeforePrevious(step, row)) {
            return false;
        }
        for (int race = from; race < raceCount; race++) {
            if (trace.happensBefore(step, raceFirst[race])) {
                return false;
            }
        }
        return enabledness.enabledBefore(row, step);
    }
}
