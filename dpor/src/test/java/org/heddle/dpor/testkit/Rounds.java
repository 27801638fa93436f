package org.heddle.dpor.testkit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.execution.Note;

/**
 * Finds the first round of an execution that its threads can repeat for ever, as the runtime does, but by states that are known
 * exactly.
 */
final class Rounds {
    private final boolean sought;
    private final Map<String, List<Integer>> met = new HashMap<>();
    private final List<Event> events = new ArrayList<>();
    private final List<Set<Integer>> enabled = new ArrayList<>();
    private final List<Note> notes = new ArrayList<>();

    Rounds(boolean sought) {
        this.sought = sought;
    }

    /** What there is to be told of. */
    List<Note> notes() {
        return List.copyOf(notes);
    }

    void executed(Event event, Machine after) {
        if (!sought || !notes.isEmpty()) {
            return;
        }
        events.add(event);
        enabled.add(after.enabled());
        List<Integer> before = met.computeIfAbsent(after.state(), state -> new ArrayList<>());
        for (int k = before.size() - 1; k >= 0 && notes.isEmpty(); k--) {
            if (isFair(before.get(k))) {
                int length = events.size() - before.get(k);
                notes.add(new Note(Note.Kind.CYCLE, event.thread(), events.size(), length, 0, 0, 0, ""));
            }
        }
        before.add(events.size());
    }

    /** Whether every thread that could go on, at any time since so many events had been executed, has done something. */
    private boolean isFair(int start) {
        Set<Integer> could = new HashSet<>();
        Set<Integer> did = new HashSet<>();
        for (int k = start; k < events.size(); k++) {
            could.addAll(enabled.get(k));
            did.add(events.get(k).thread());
        }
        return did.containsAll(could);
    }
}
