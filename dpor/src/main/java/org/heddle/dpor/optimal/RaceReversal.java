package org.heddle.dpor.optimal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.heddle.dpor.analysis.Prediction;
import org.heddle.dpor.analysis.RaceDetection;
import org.heddle.dpor.analysis.trace.Trace;
import org.heddle.dpor.analysis.trace.TraceEnd;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.optimal.MoreAlternatives.Alternative;
import org.heddle.dpor.optimal.WakeupTree.Insertion;

/**
 * Turns the races of a trace into leaves of the tree. For a race (e, e') the wakeup sequence is v = notdep(e, T).e': the events
 * after e in the <em>whole</em> trace T that do not happen after e, then e' (JACM 2017, Algorithm 2, line 5). Cutting
 * notdep off at e' loses classes. Operations with several alternatives add one leaf for each alternative not taken.
 */
final class RaceReversal {
    private final Dependence dependence;
    private final WakeupTree tree;
    private final RaceDetection races;
    private final Prediction prediction;
    private final Sequence sequence;
    private final MoreAlternatives more;
    private List<Alternative> instead = List.of();
    private int nextInstead;
    private long doubts;

    /** For each depth the first entry of a linked list of what is to be inserted there. */
    private int[] firstAt = new int[64];

    private int[] next = new int[64];
    private int entries;

    /**
     * The usual effort, counted in events of the sequences. A trace of some hundred events takes less, so that nothing of it is
     * postponed; for a longer one this is some milliseconds, and a MiB of sequences.
     */
    static final long EFFORT = 1 << 18;

    private final long effort;

    /**
     * What has become of the races of a trace.
     *
     * @param insertions of the sequences that are not covered
     * @param left all races are left of which the earlier event is before this depth; 0 if none is
     */
    record Reversals(List<Insertion> insertions, int left) {}

    /** Reversals that go into this tree, as many of one trace at a time as take this effort. */
    RaceReversal(Dependence dependence, WakeupTree tree, long effort, MoreAlternatives more) {
        this.dependence = dependence;
        this.tree = tree;
        this.effort = effort;
        this.more = more;
        races = new RaceDetection(dependence);
        prediction = new Prediction(races);
        sequence = new Sequence(dependence);
    }

    /** Gives analyses up once this is so. */
    void stopWhen(BooleanSupplier isOver) {
        races.stopWhen(isOver);
    }

    /** How often a guess has decided whether something is covered. */
    long doubts() {
        return doubts;
    }

    /** Adds the first events of the older siblings of a branch to what is asleep at its upper end. */
    static void addOlderSiblings(SleepSet sleep, Branch branch) {
        for (Branch sibling : branch.parent().children()) {
            if (sibling == branch) {
                return;
            }
            if (!sibling.endsWithFirst()) { // dependent with whatever comes next, so awake again at once
                sleep.add(sibling.first());
            }
        }
    }

    /**
     * Inserts the reversals of a trace, the deepest first, as many as the effort allows.
     *
     * @param end the branch in which the trace ends
     * @param below only the races of which the earlier event is before this depth
     */
    Reversals reverseRaces(Event[] trace, TraceEnd besides, Branch end, int below) {
        races.analyse(trace, trace.length, besides);
        schedule();
        instead = below == trace.length
                ? alternatives()
                : List.of(); // at once, whatever the effort: see WakeupTree.insertBeside
        nextInstead = 0;
        int from = firstWithin(effort, below);
        List<Insertion> added = new ArrayList<>();
        SleepSet sleep = new SleepSet(dependence);
        for (Branch branch : WakeupTree.path(end)) {
            int depth = branch.depth();
            int stop = branch.end();
            if (depth >= from && depth < below) {
                insertAll(branch, sleep, added);
            }
            insertInstead(branch, sleep, added);
            addOlderSiblings(sleep, branch);
            while (depth < stop) {
                sleep.pass(trace[depth]);
                depth++;
                boolean hasRaces = depth < stop && firstAt[depth] >= 0 && depth >= from && depth < below;
                if (hasRaces || (depth < stop && isNextInstead(depth))) {
                    branch.split(depth - branch.depth());
                }
                if (hasRaces) {
                    insertAll(branch, sleep, added);
                }
                if (depth < stop) {
                    insertInstead(branch, sleep, added);
                }
            }
        }
        return new Reversals(added, deepestBefore(from));
    }

    /** What accesses could have done instead, behind where exploring begins. */
    private List<Alternative> alternatives() {
        int begin = races.trace().begin();
        return more.of(races).stream()
                .filter(alternative -> alternative.row() >= begin)
                .toList();
    }

    /** The least depth from which on everything before the other depth can be reversed with this effort; at least one race is. */
    private int firstWithin(long work, int below) {
        long left = work;
        int depth = deepestBefore(below) - 1;
        int from = depth;
        while (depth >= 0 && left > 0) {
            for (int entry = firstAt[depth]; entry >= 0; entry = next[entry]) {
                left -= races.trace().length() - depth;
            }
            from = depth;
            depth = deepestBefore(depth) - 1;
        }
        return Math.max(from, 0);
    }

    /** One more than the last depth before this one with something to insert; 0 if there is none. */
    private int deepestBefore(int depth) {
        int last = depth - 1;
        while (last >= 0 && firstAt[last] < 0) {
            last--;
        }
        return last + 1;
    }

    private void schedule() {
        Trace trace = races.trace();
        if (firstAt.length < trace.length() + 1) {
            firstAt = new int[Math.max(trace.length() + 1, 2 * firstAt.length)];
        }
        Arrays.fill(firstAt, 0, trace.length() + 1, -1);
        entries = 0;
        int begin = trace.begin();
        for (int race = 0; race < races.raceCount(); race++) {
            scheduleAt(races.first(race), begin);
        }
        for (int n = 0; n < races.alternatives().count(); n++) {
            scheduleAt(races.alternatives().row(n), begin);
        }
    }

    private void scheduleAt(int depth, int begin) {
        if (entries == next.length) {
            next = Arrays.copyOf(next, 2 * entries);
        }
        if (depth >= begin) {
            next[entries] = firstAt[depth];
            firstAt[depth] = entries;
        }
        entries++;
    }

    private void insertAll(Branch branch, SleepSet sleep, List<Insertion> added) {
        for (int entry = firstAt[branch.depth()]; entry >= 0; entry = next[entry]) {
            races.checkTime(races.trace().length() - branch.depth());
            if (entry < races.raceCount()) {
                reverse(entry, branch, sleep, added);
            } else {
                sequence.clear();
                sequence.addPredicted(races.alternatives().event(entry - races.raceCount()), false);
                insert(branch, sleep, added);
            }
        }
    }

    private boolean isNextInstead(int depth) {
        return nextInstead < instead.size() && instead.get(nextInstead).row() == depth;
    }

    private void insertInstead(Branch branch, SleepSet sleep, List<Insertion> added) {
        while (isNextInstead(branch.depth())) {
            Alternative alternative = instead.get(nextInstead);
            sequence.clear();
            for (int row : alternative.first()) {
                sequence.add(races.trace().event(row));
            }
            sequence.addPredicted(alternative.event(), false);
            if (alternative.first().isEmpty()) {
                insertBeside(branch, sleep, added);
            } else {
                insert(branch, sleep, added);
            }
            nextInstead++;
        }
    }

    private void insertBeside(Branch branch, SleepSet sleep, List<Insertion> added) {
        Insertion insertion = tree.insertBeside(branch, sleep, sequence);
        if (!insertion.isCovered()) {
            added.add(insertion);
        }
    }

    private void reverse(int race, Branch branch, SleepSet sleep, List<Insertion> added) {
        Trace trace = races.trace();
        int first = races.first(race);
        int second = races.second(race);
        int[] dropped = races.readersToDrop(second, first);
        for (Event reversed : prediction.of(second, first)) {
            sequence.clear();
            for (int row = first + 1; row < trace.length(); row++) {
                if (!trace.happensBefore(first, row) && !isDropped(dropped, row)) {
                    sequence.add(trace.event(row));
                }
            }
            sequence.addPredicted(reversed, second == trace.ending() && stillEnds(first, second));
            if (prediction.isGuess()) {
                sequence.setOtherwise(Prediction.otherwise(reversed));
            }
            insert(branch, sleep, added);
        }
    }

    private boolean isDropped(int[] dropped, int row) {
        for (int k = 0; dropped != null && k < dropped.length; k++) {
            if (races.trace().happensBefore(dropped[k], row)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether the crash right after an event will happen again without {@code first}. It will if the event does not see what
     * {@code first} did. Otherwise the answer is no, which may be wrong. Nothing is lost by that: some event s is then wrongly taken
     * to cover the sequence; in a trace of s, s and the crash race, the event does not see s, and the race is reversed there.
     */
    private boolean stillEnds(int first, int ending) {
        return !dependence.dependent(races.trace().event(first), races.trace().event(ending));
    }

    private void insert(Branch branch, SleepSet sleep, List<Insertion> added) {
        Insertion insertion = tree.insert(branch, sleep, sequence);
        if (sequence.isDoubtful()) {
            doubts++;
        }
        if (!insertion.isCovered()) {
            added.add(insertion);
        }
    }
}
