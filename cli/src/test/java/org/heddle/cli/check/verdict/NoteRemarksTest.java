package org.heddle.cli.check.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.heddle.cli.report.names.AddressNames;
import org.heddle.cli.report.names.Location;
import org.heddle.dpor.model.execution.Note;
import org.junit.jupiter.api.Test;

/** What the runtime noted is said once, with its places. */
final class NoteRemarksTest {
    private static Note note(Note.Kind kind, int site, String text) {
        return new Note(kind, 0, 0, 0, site, 0, 0, text);
    }

    @Test
    void oneText_isOneRemark_whichNamesThreePlacesAndCountsTheOthers() {
        List<Note> notes = new ArrayList<>();
        Map<Long, Location> places = new HashMap<>();
        for (int site = 1; site <= 13; site++) {
            notes.add(note(Note.Kind.UNCONTROLLED, site, "a descriptor"));
            places.put((long) site, new Location("server.c", site, 0, "", ""));
        }
        notes.add(note(Note.Kind.UNCONTROLLED, 1, "fork"));
        notes.add(note(Note.Kind.RESOURCES, 0, "more than 8 threads"));
        notes.add(note(Note.Kind.MISUSE, 1, "a finding"));
        assertEquals(
                List.of(
                        "not controlled: a descriptor at server.c:1, server.c:2, server.c:3 and 10 more places"
                                + "; let a thread of the test do what others do there",
                        "not controlled: fork at server.c:1; let a thread of the test do what others do there",
                        "an execution could not be finished: more than 8 threads"),
                NoteRemarks.of(notes, new AddressNames(places, Map.of(), Map.of())));
    }
}
