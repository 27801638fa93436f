package org.heddle.cli.check.verdict;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.heddle.cli.report.names.AddressNames;
import org.heddle.dpor.model.execution.Note;

/** Remarks on what the runtime noted and what is no finding: one for each text, with its places. */
final class NoteRemarks {
    private static final int MOST_PLACES = 3;
    private static final String HANDLERS =
            "handlers of signals ran between visible operations alone, never between two plain accesses of their thread"
                    + " that are no scheduling points (--points=all: between any two accesses): the handler";

    private NoteRemarks() {}

    /** The remarks, in the order in which their texts were first noted. */
    static List<String> of(Iterable<Note> notes, AddressNames names) {
        Map<String, Set<String>> places = new LinkedHashMap<>();
        Map<String, String> advice = new LinkedHashMap<>();
        for (Note note : notes) {
            String text = text(note);
            if (!text.isEmpty()) {
                advice.put(text, advice(note));
                places.computeIfAbsent(text, unused -> new LinkedHashSet<>())
                        .add(names.location(note.site()).brief());
            }
        }
        return places.entrySet().stream()
                .map(entry -> Advice.after(entry.getKey() + at(entry.getValue()), advice.get(entry.getKey())))
                .toList();
    }

    private static String text(Note note) {
        if (Advice.isOfBlockingCall(note)) {
            return ""; // the gap tells it
        }
        return switch (note.kind()) {
            case UNCONTROLLED, NEW_PROCESS -> "not controlled: " + note.text();
            case REFUSED -> Refusals.of(note).remark();
            case UNMODELLED_CALL -> "not modelled: " + note.text();
            case THREADS_LEFT, SHARED_WITH_PROCESS, ALLOCATOR -> note.text();
            case RESOURCES -> "an execution could not be finished: " + note.text();
            case HANDLER -> HANDLERS;
            case UNVARIED -> Outcomes.of(note).remark();
            case EARLY_EXPIRIES -> "the first expiries of a timer came at any moment, for its handler takes locks or is not async-signal-safe; armed";
            case LATE_EXPIRIES -> "later expiries of a timer came only when nothing else could happen (see --expiries)";
            default -> "";
        };
    }

    private static String advice(Note note) {
        return note.kind() == Note.Kind.REFUSED ? Refusals.of(note).advice() : Advice.on(note);
    }

    private static String at(Set<String> places) {
        List<String> known = places.stream().filter(place -> !place.isEmpty()).toList();
        if (known.isEmpty()) {
            return "";
        }
        int left = known.size() - MOST_PLACES;
        String named = String.join(", ", known.subList(0, Math.min(MOST_PLACES, known.size())));
        return " at " + named + (left <= 0 ? "" : " and " + left + (left == 1 ? " more place" : " more places"));
    }
}
