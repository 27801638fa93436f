package org.heddle.dpor.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Note;

/**
 * Which calls come before others. In sequentially consistent executions those that have ended before others begin. Where a load finds an
 * older value, or a call ends before its stores have reached memory, nobody who keeps to the memory model can tell by time alone which call
 * was first: those come first that happen before others (Raad, Doko, Rožić, Lahav, Vafeiadis, "On Library Correctness under Weak Memory
 * Consistency", POPL 2019).
 */
public final class CallOrder {
    /** As in time. */
    public static final CallOrder OF_TIME = new CallOrder(false, Set.of(), Map.of());

    private final boolean isLoose;
    private final Set<Integer> lateEnds;
    private final Map<Integer, Map<Integer, Integer>>
            known; // by the begin of a call: by thread, its last end that happens before

    private CallOrder(boolean isLoose, Set<Integer> lateEnds, Map<Integer, Map<Integer, Integer>> known) {
        this.isLoose = isLoose;
        this.lateEnds = lateEnds;
        this.known = known;
    }

    /** That of an execution. */
    static CallOrder of(Execution execution) {
        List<Note> begins = new ArrayList<>();
        Set<Integer> lateEnds = new HashSet<>();
        for (Note note : execution.notes()) {
            if (note.kind() == Note.Kind.CALLS_BEFORE) {
                begins.add(note);
            } else if (note.kind() == Note.Kind.ENDS_LATE) {
                lateEnds.add((int) note.object());
            }
        }
        boolean isLoose = execution.hasOverlooked();
        if (!isLoose && lateEnds.isEmpty()) {
            return OF_TIME;
        }
        Map<Integer, Map<Integer, Integer>> known = new HashMap<>();
        for (Note note : begins) {
            Map<Integer, Integer> ends = known.computeIfAbsent((int) note.object(), begin -> new HashMap<>());
            Stream.of(note.text().split(" "))
                    .filter(end -> !end.isEmpty())
                    .map(Integer::valueOf)
                    .forEach(end -> ends.put(execution.events().get(end).thread(), end));
        }
        return new CallOrder(isLoose, lateEnds, known);
    }

    /** Whether one call comes before another one. */
    boolean isBefore(Call one, Call other) {
        boolean tellsTime = one.thread() == other.thread() || (!isLoose && !lateEnds.contains(one.end()));
        return one.isBefore(other)
                && (tellsTime
                        || one.end()
                                <= known.getOrDefault(other.begin(), Map.of()).getOrDefault(one.thread(), -1));
    }
}
