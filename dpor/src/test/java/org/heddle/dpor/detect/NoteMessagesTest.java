package org.heddle.dpor.detect;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.heddle.dpor.detect.finding.Kind;
import org.heddle.dpor.model.execution.Note;
import org.junit.jupiter.api.Test;

/** What the runtime notices, in words. */
final class NoteMessagesTest {
    @Test
    void aFreeOfWhatIsNoBlock_tellsWhatIsFreedAndWhy() {
        Note note = new Note(Note.Kind.INVALID_FREE, 0, 0, 77, 88, 0, 0, "free");
        String message = NoteMessages.of(note, Kind.MISUSE).toString();
        assertTrue(
                message.matches("misuse: .* frees .* at .*, although no allocated block begins at that address"),
                message);
    }
}
