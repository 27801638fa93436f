package org.heddle.cli.check.verdict;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.heddle.dpor.model.execution.Note;
import org.heddle.server.protocol.message.MachineChange;

/**
 * A call that would have changed the machine, and failed instead.
 *
 * @param function what was called
 * @param change what it would have changed
 */
record Refusals(String function, MachineChange change) {
    private static final int NAMED = 3;

    /** What a note of the kind {@link Note.Kind#REFUSED} is about. */
    static Refusals of(Note note) {
        return new Refusals(note.text(), MachineChange.ofCode((int) note.object()));
    }

    String remark() {
        return "refused, as it would change the machine: " + function + " (EPERM)";
    }

    String advice() {
        return "--allow=" + change + " lets it through";
    }

    /** What a claim assumes of them; empty where there were none. */
    static Optional<String> assumption(List<Note> notes) {
        List<String> functions = notes.stream()
                .filter(note -> note.kind() == Note.Kind.REFUSED)
                .map(Note::text)
                .distinct()
                .toList();
        int others = functions.size() - NAMED;
        String named = functions.stream().limit(NAMED).collect(Collectors.joining(", "));
        return functions.isEmpty()
                ? Optional.empty()
                : Optional.of(named
                        + (others > 0 ? ", and " + others + " more," : "")
                        + (functions.size() == 1 ? " is refused" : " are refused"));
    }
}
