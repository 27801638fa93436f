package org.heddle.dpor.detect;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Note;

/**
 * A round that threads can repeat for ever.
 *
 * @param start the step that it begins with
 * @param events what is executed in one round
 */
record Cycle(int start, List<Event> events) {
    /** The round that the note is about. */
    static Cycle of(Note note, Execution execution) {
        int start = note.step() - (int) note.object();
        return new Cycle(start, List.copyOf(execution.events().subList(start, note.step())));
    }

    /** The first step behind it. */
    int end() {
        return start + events.size();
    }

    /** Those that go round. */
    Set<Integer> threads() {
        return events.stream().map(Event::thread).collect(Collectors.toCollection(TreeSet::new));
    }

    /** The threads that try something in each round and do not get it. */
    Set<Integer> losers() {
        return events.stream().filter(Cycle::fails).map(Event::thread).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Whether a thread says in each round that it gets on. */
    boolean makesProgress() {
        return tellsProgress(events);
    }

    /** Whether a thread says in one of these events that it gets on. */
    static boolean tellsProgress(List<Event> events) {
        for (Event event : events) { // of every execution
            if (event.operation().kind() == OperationKind.PROGRESS) {
                return true;
            }
        }
        return false;
    }

    /** Whether all threads try something, and nothing that is tried succeeds. */
    boolean isInVain() {
        return losers().equals(threads()) && events.stream().noneMatch(event -> tries(event) && !fails(event));
    }

    /** Whether the event is one that does not do what its thread wanted. */
    static boolean fails(Event event) {
        if (event.operation().kind() == OperationKind.ATOMIC_CAS) {
            return event.result() == 0;
        }
        return tries(event) && event.result() != 0;
    }

    private static boolean tries(Event event) {
        OperationKind kind = event.operation().kind();
        return kind == OperationKind.ATOMIC_CAS || kind.blockingForm() != kind;
    }
}
